import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { DraftConflicts, DraftStatus } from '#client/domain/drafts/draft-status.tsx'
import { type DraftSource, useSavedDraft } from '#client/domain/drafts/use-saved-draft.ts'
import { WithDraft } from '#client/domain/drafts/with-draft.tsx'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { FormErrorSummary } from '#client/ui/form-error-summary.tsx'
import { TextSkeleton } from '#client/ui/loading.tsx'
import type { PartnerProfile, ProfileForm as SentProfile } from '#contract/partners/profile.ts'
import { type ProfileFieldName, profileFieldList } from '#contract/partners/profile-fields.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { useSaveProfile } from '../mutations.ts'
import { ProfileInputs } from '../profile-inputs.tsx'
import { type ProfileValues, profilePrefill, profileSchema } from './profile-values.ts'

type ProfileFormProps = {
  user: CurrentUser
  /** The stored profile; null for a new one. */
  profile: PartnerProfile | null
  onSaved: (profile: PartnerProfile) => void
  onBack: () => void
}

const fieldNames = profileFieldList.map(({ name }) => name)
const labelOf = (field: string) => profileFieldList.find(({ name }) => name === field)?.heading ?? field

/** The profile that a partner enters or confirms. Typed values are stored as a draft until they are sent. */
export function ProfileForm(props: ProfileFormProps) {
  return (
    <WithDraft form="profile" loading={<TextSkeleton className="h-[calc(100dvh-9.5rem)]" />}>
      {(source) => <FormWithDraft {...props} source={source} />}
    </WithDraft>
  )
}

function FormWithDraft({
  user,
  profile,
  source,
  onSaved,
  onBack,
}: ProfileFormProps & { source: DraftSource }) {
  const [prefill] = useState(() => profilePrefill(user, profile))
  const draft = useSavedDraft(source, prefill)
  const save = useSaveProfile()
  const { form, formRef, submit } = useEditForm<ProfileValues, SentProfile>({
    schema: profileSchema(prefill),
    record: null,
    valuesOf: () => prefill,
    save: async (values) => onSaved(await draft.submit(() => save.mutateAsync(values))),
    savedDraft: draft.form,
    hasSummary: true,
  })

  return (
    <FormProvider {...form}>
      <form ref={formRef} noValidate onSubmit={submit} className="grid gap-4">
        <FormErrorSummary fields={fieldNames} />
        <DraftConflicts
          conflicts={draft.conflicts}
          labelOf={labelOf}
          onChoose={(field, value) => {
            if (value !== undefined) form.setValue(field as ProfileFieldName, value)
            draft.resolve(field)
          }}
        />
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
            className="sticky bottom-(--bottom-bar) flex items-center gap-x-4 border-line border-t bg-surface px-4 py-3 max-lg:py-0.5 max-sm:flex-wrap max-sm:gap-x-2 sm:px-5"
          >
            <Button onClick={onBack}>Back</Button>
            <p
              className={classNames(
                'ml-auto whitespace-nowrap text-13 text-muted max-sm:text-12 max-[24rem]:order-first max-[24rem]:basis-full',
                // On a phone, there is room for only one word between the buttons.
                draft.state !== 'saved' && draft.state !== 'saving' && 'max-sm:order-first max-sm:basis-full',
              )}
            >
              <DraftStatus state={draft.state} />
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
