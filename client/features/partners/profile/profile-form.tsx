import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { profileFields } from '#client/domain/profile-fields.ts'
import { ApiError } from '#client/lib/api.ts'
import { clearDraft, useDraft } from '#client/lib/draft.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { FormErrorSummary } from '#client/ui/form-error-summary.tsx'
import type { PartnerProfile, ProfileForm as SentProfile } from '#contract/partners/profile.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { BusinessSection, ContactSection, MarketingSection, SocialSection } from './profile-sections.tsx'
import { type ProfileValues, profilePrefill, profileSchema } from './profile-values.ts'
import { useSaveProfile } from './save-profile.ts'

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
  const save = useSaveProfile()

  const form = useForm<ProfileValues, unknown, SentProfile>({
    defaultValues: draft.initial,
    resolver: standardSchemaResolver<ProfileValues, unknown, SentProfile>(profileSchema(prefill)),
    // The summary takes the focus.
    shouldFocusError: false,
  })

  const { store } = draft
  const { subscribe } = form
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => store(values) }),
    [subscribe, store],
  )

  const submit = form.handleSubmit(async (values) => {
    try {
      const saved = await save.mutateAsync(values)
      clearDraft(draftName)
      onSaved(saved)
    } catch (error) {
      const messages = error instanceof ApiError ? error.fields : {}
      for (const name of profileFields) {
        if (messages[name]) form.setError(name, { message: messages[name] })
      }
    }
  })

  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <FormErrorSummary fields={profileFields} />
        <Card
          flush
          title="Partner Profile Information"
          description="Fields marked with an asterisk are required."
        >
          <div className="-mt-px [&_input]:scroll-mt-20 [&_input]:scroll-mb-32 [&_select]:scroll-mt-20 [&_select]:scroll-mb-32">
            <ContactSection profile={profile} />
            <BusinessSection />
            <MarketingSection profile={profile} />
            <SocialSection />
          </div>
          <footer className="sticky bottom-0 flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-t bg-surface px-4 py-3 sm:px-5">
            <Button onClick={onBack}>Back</Button>
            <p role="status" className="text-13 text-muted max-sm:order-last max-sm:w-full sm:ml-auto">
              {draft.isSaved && 'Saved on this device'}
            </p>
            <Button type="submit" variant="primary" pending={save.isPending} className="max-sm:ml-auto">
              {save.isPending ? 'Creating...' : 'Continue to Documents'}
            </Button>
          </footer>
        </Card>
      </form>
    </FormProvider>
  )
}
