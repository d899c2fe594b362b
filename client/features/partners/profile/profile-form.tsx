import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { FormErrorSummary } from '#client/ui/form-error-summary.tsx'
import type { PartnerProfile, ProfileForm as SentProfile } from '#contract/partners/profile.ts'
import { profileFieldList } from '#contract/partners/profile-fields.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { useSaveProfile } from '../mutations.ts'
import { ProfileInputs } from '../profile-inputs.tsx'
import { type ProfileValues, profilePrefill, profileSchema } from './profile-values.ts'

type ProfileFormProps = {
  user: CurrentUser
  /** As it is stored; null for a new one. */
  profile: PartnerProfile | null
  onSaved: (profile: PartnerProfile) => void
  onBack: () => void
}

const fieldNames = profileFieldList.map(({ name }) => name)

/** The profile that a partner enters or confirms. What is typed survives a reload until it is sent. */
export function ProfileForm({ user, profile, onSaved, onBack }: ProfileFormProps) {
  const [prefill] = useState(() => profilePrefill(user, profile))
  const save = useSaveProfile()
  const { form, formRef, submit, draft } = useEditForm<ProfileValues, SentProfile>({
    schema: profileSchema(prefill),
    record: null,
    valuesOf: () => prefill,
    save: async (values) => {
      const saved = await save.mutateAsync(values)
      draft.forget()
      onSaved(saved)
    },
    draftName: `profile:${user.id}`,
    hasSummary: true,
  })

  return (
    <FormProvider {...form}>
      <form ref={formRef} noValidate onSubmit={submit} className="grid gap-4">
        <FormErrorSummary fields={fieldNames} />
        <Card
          flush
          title="Partner Profile Information"
          description="Fields marked with an asterisk are required."
        >
          <div className="-mt-px">
            <ProfileInputs by="partner" stored={profile} />
          </div>
          <footer
            data-foot
            className="sticky bottom-(--bottom-bar) flex items-center gap-x-4 border-line border-t bg-surface px-4 py-3 max-lg:py-0.5 sm:px-5"
          >
            <Button onClick={onBack}>Back</Button>
            <p role="status" className="ml-auto min-w-0 text-13 text-muted max-sm:text-12">
              {draft.isSaved && 'Saved on this device'}
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
