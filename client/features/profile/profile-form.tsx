import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { ApiError } from '#client/lib/api.ts'
import { clearDraft, useDraft } from '#client/lib/draft.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { ErrorSummary } from '#client/ui/error-summary.tsx'
import type { PartnerProfile, ProfileForm as SentProfile } from '#contract/partners.ts'
import type { CurrentUser } from '#contract/users.ts'
import { fieldId } from './profile-input.tsx'
import { BusinessSection, ContactSection, MarketingSection, SocialSection } from './profile-sections.tsx'
import { type ProfileValues, profileFields, profilePrefill, profileSchema } from './profile-values.ts'
import { useSaveProfile } from './queries.ts'

type ProfileFormProps = {
  user: CurrentUser
  /** What is stored, where anything is. */
  profile: PartnerProfile | null
  onSaved: (profile: PartnerProfile) => void
  onBack: () => void
}

/** Where a partner says, or confirms, who they are. What is typed survives a reload until it is sent. */
export function ProfileForm({ user, profile, onSaved, onBack }: ProfileFormProps) {
  const [prefill] = useState(() => profilePrefill(user, profile))
  const draftName = `profile:${user.id}`
  const draft = useDraft(draftName, prefill)
  const [failedAttempt, setFailedAttempt] = useState(0)
  const save = useSaveProfile()

  const form = useForm<ProfileValues, unknown, SentProfile>({
    defaultValues: draft.initial,
    resolver: zodResolver(profileSchema(prefill)),
    // The summary takes the focus.
    shouldFocusError: false,
  })
  const { errors } = form.formState

  const { keep } = draft
  const { subscribe } = form
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) }),
    [subscribe, keep],
  )

  const failed = () => setFailedAttempt((attempt) => attempt + 1)

  const submit = form.handleSubmit(async (values) => {
    try {
      const saved = await save.mutateAsync(values)
      clearDraft(draftName)
      onSaved(saved)
    } catch (error) {
      const wrong = Object.entries(error instanceof ApiError ? error.fields : {})
      for (const [field, message] of wrong) {
        const name = profileFields.find((known) => known === field)
        if (name) form.setError(name, { message })
      }
      if (wrong.length > 0) failed()
    }
  }, failed)

  const problems = profileFields.flatMap((name) => {
    const message = errors[name]?.message
    return message ? [{ id: fieldId(name), message }] : []
  })
  // Once all is mended the summary is gone for good: one that came back while somebody types would take the focus.
  if (failedAttempt > 0 && problems.length === 0 && !form.formState.isSubmitting) setFailedAttempt(0)

  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        {failedAttempt > 0 && problems.length > 0 && <ErrorSummary key={failedAttempt} errors={problems} />}
        <Card
          flush
          title="Partner Profile Information"
          description="Fields marked with an asterisk are required."
        >
          <div className="-mt-px">
            <ContactSection profile={profile} />
            <BusinessSection />
            <MarketingSection profile={profile} />
            <SocialSection />
          </div>
          <footer className="flex flex-wrap items-center gap-3 border-line border-t px-4 py-4 sm:px-5">
            <Button onClick={onBack}>Back</Button>
            <p role="status" className="ml-auto text-13 text-muted">
              {draft.saved && 'Saved on this device'}
            </p>
            <Button type="submit" variant="primary" pending={save.isPending}>
              {save.isPending ? 'Creating...' : 'Continue to Documents'}
            </Button>
          </footer>
        </Card>
      </form>
    </FormProvider>
  )
}
