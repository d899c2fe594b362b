import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { FormProvider } from 'react-hook-form'
import { ownProfile } from '#client/domain/current-user.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { Button } from '#client/ui/button.tsx'
import { EditConflict } from '#client/ui/form-dialog.tsx'
import type { PartnerProfile, ProfileForm } from '#contract/partners/profile.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { useUpdateProfile } from '../mutations.ts'
import { ProfileInputs } from '../profile-inputs.tsx'
import { type ProfileValues, profilePrefill, profileSchema } from './profile-values.ts'

/** The form in which an onboarded partner keeps the profile up to date. Typed values survive closing the dialog. */
export function OwnProfile({ user, profile }: { user: CurrentUser; profile: PartnerProfile }) {
  const id = useId()
  const client = useQueryClient()
  const save = useUpdateProfile()
  const edit = useEditForm<ProfileValues, ProfileForm, PartnerProfile>({
    schema: profileSchema(profilePrefill(user, profile)),
    record: profile,
    valuesOf: (record) => profilePrefill(user, record),
    save: async (values, record) => {
      edit.restart(await save.mutateAsync({ ...values, updatedAt: record?.updatedAt }))
    },
    reload: async () => (await client.fetchQuery({ ...ownProfile, staleTime: 0 })) ?? undefined,
    draftName: (record) => `own-profile:${user.id}:${record?.updatedAt}`,
  })
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-5 border-line border-t pt-6">
      <div>
        <h3 id={id} className="text-15">
          Your partner profile
        </h3>
        <p className="mt-1 text-13 text-muted">
          The partner team sees your changes. Signed agreements stay as you signed them.
        </p>
      </div>
      <FormProvider {...edit.form}>
        <form ref={edit.formRef} noValidate onSubmit={edit.submit} className="grid grid-cols-1 gap-5">
          <ProfileInputs by="partner" stored={edit.record} stacked />
          <EditConflict edit={edit} what="Your profile" />
          <Button type="submit" variant="primary" pending={save.isPending} className="justify-self-start">
            Save profile
          </Button>
        </form>
      </FormProvider>
    </section>
  )
}
