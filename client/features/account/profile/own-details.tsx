import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { FormProvider } from 'react-hook-form'
import { ownZone, zoneLabel, zoneOptions } from '#client/domain/time-zones.ts'
import { readOf } from '#client/lib/query-client.ts'
import { type Stored, useEditForm } from '#client/lib/use-edit-form.ts'
import { Button } from '#client/ui/button.tsx'
import { FormInput, FormSelect } from '#client/ui/form-fields.tsx'
import { FormPair } from '#client/ui/form-section.tsx'
import { TextSkeleton } from '#client/ui/loading.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { RestoredNote } from '#client/ui/restored-note.tsx'
import { type OwnAccount, UpdateOwnAccount } from '#contract/account/profile.ts'
import { limits } from '#contract/limits.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { useUpdateOwnAccount } from './mutations.ts'
import { OwnPicture } from './own-picture.tsx'

/** The user's own name, picture and time zone. */
export function OwnDetails({ user }: { user: CurrentUser }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-5">
      <div>
        <h3 id={id} className="text-15">
          You
        </h3>
        <p className="wrap-anywhere mt-1 text-13 text-muted">
          {`You sign in as ${user.email}. Ask the partner team to change it.`}
        </p>
      </div>
      <OwnPicture user={user} />
      <QueryState
        query={useQuery(readOf('/api/account/profile'))}
        loading={<TextSkeleton className="h-60 sm:h-51" />}
        failure={{ title: 'Your details could not be loaded' }}
      >
        {(account) => <DetailsForm user={user} account={account} />}
      </QueryState>
    </section>
  )
}

type Details = { firstName: string; lastName: string; timeZone: string }

const valuesOf = ({ firstName, lastName, timeZone, isTimeZoneChosen }: OwnAccount): Details => ({
  firstName: firstName ?? '',
  lastName: lastName ?? '',
  timeZone: (isTimeZoneChosen && timeZone) || '',
})

function DetailsForm({ user, account }: { user: CurrentUser; account: OwnAccount }) {
  const save = useUpdateOwnAccount()
  const edit = useEditForm<Details, ReturnType<typeof UpdateOwnAccount.parse>, OwnAccount & Stored>({
    schema: UpdateOwnAccount,
    record: { ...account, updatedAt: null },
    valuesOf: (record) => valuesOf(record ?? account),
    save: async (checked) => {
      const saved = await save.mutateAsync(checked)
      edit.restart({ ...saved, updatedAt: null })
    },
    draftName: `account:${user.id}`,
  })
  const { form, formRef, submit, draft, record } = edit
  return (
    <FormProvider {...form}>
      <form ref={formRef} noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
        <RestoredNote draft={draft} />
        <FormPair>
          <FormInput name="firstName" label="First Name" autoComplete="given-name" maxLength={limits.name} />
          <FormInput name="lastName" label="Last Name" autoComplete="family-name" maxLength={limits.name} />
        </FormPair>
        <FormSelect
          name="timeZone"
          label="Time zone"
          hint="For your reminders and the times in your emails"
          placeholder={`Same as this browser (${zoneLabel(ownZone())})`}
          options={zoneOptions(record?.isTimeZoneChosen ? (record.timeZone ?? '') : '')}
        />
        <Button type="submit" variant="primary" pending={save.isPending} className="justify-self-start">
          Save
        </Button>
      </form>
    </FormProvider>
  )
}
