import { useId, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { Button } from '#client/ui/button.tsx'
import type { PartnerProfile, ProfileForm } from '#contract/partners/profile.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { useUpdateProfile } from '../mutations.ts'
import { ProfileInputs } from '../profile-inputs.tsx'
import { type ProfileValues, profilePrefill, profileSchema } from './profile-values.ts'

/** The profile of an onboarded partner, who keeps it up to date. What is typed survives closing the dialog. */
export function OwnProfile({ user, profile }: { user: CurrentUser; profile: PartnerProfile }) {
  const id = useId()
  const [prefill] = useState(() => profilePrefill(user, profile))
  const save = useUpdateProfile()
  const { form, formRef, submit, draft } = useEditForm<ProfileValues, ProfileForm>({
    schema: profileSchema(prefill),
    record: null,
    valuesOf: () => prefill,
    save: async (values) => {
      await save.mutateAsync(values)
      draft.forget()
    },
    draftName: `own-profile:${user.id}`,
  })
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-5 border-line border-t pt-6">
      <div>
        <h3 id={id} className="text-15">
          Your partner profile
        </h3>
        <p className="mt-1 text-13 text-muted">
          The partner team sees what you change. Agreements that you have signed stay as you signed them.
        </p>
      </div>
      <FormProvider {...form}>
        <form ref={formRef} noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
          <ProfileInputs by="partner" stored={profile} stacked />
          <Button type="submit" variant="primary" pending={save.isPending} className="justify-self-start">
            Save profile
          </Button>
        </form>
      </FormProvider>
    </section>
  )
}
