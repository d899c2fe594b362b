import { useQuery } from '@tanstack/react-query'
import { type FieldErrors, FormProvider, useFormContext } from 'react-hook-form'
import { Link } from 'wouter'
import { z } from 'zod'
import { ownZone, zoneLabel } from '#client/domain/time-zones.ts'
import { useAddressDialog } from '#client/lib/address-dialog.ts'
import { readOf } from '#client/lib/query-client.ts'
import { type Stored, useEditForm } from '#client/lib/use-edit-form.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Field, TextInput } from '#client/ui/field.tsx'
import { FormPair } from '#client/ui/form-section.tsx'
import { type EmailPreferences, QuietHours as QuietHoursSchema } from '#contract/notifications/preferences.ts'
import { useSaveQuietHours } from './mutations.ts'

type Values = { isOn: boolean; quietHours: { from: string; until: string } }
type Saved = Pick<EmailPreferences, 'quietHours'> & Stored

const defaultHours = { from: '22:00', until: '07:00' }

const valuesOf = (record: Pick<EmailPreferences, 'quietHours'> | null): Values => ({
  isOn: Boolean(record?.quietHours),
  quietHours: record?.quietHours ?? defaultHours,
})

const schema = z
  .strictObject({ isOn: z.boolean(), quietHours: z.strictObject({ from: z.string(), until: z.string() }) })
  .transform(({ isOn, quietHours }) => ({ quietHours: isOn ? quietHours : null }))
  .pipe(z.strictObject({ quietHours: QuietHoursSchema.nullable() }))

/** The times between which the user gets no emails about notifications. */
export function QuietHours({ saved }: { saved: EmailPreferences }) {
  const save = useSaveQuietHours()
  const edit = useEditForm<Values, z.output<typeof schema>, Saved>({
    schema,
    record: { ...saved, updatedAt: null },
    valuesOf,
    save: async (checked) => {
      const { quietHours } = await save.mutateAsync(checked)
      edit.restart({ quietHours, updatedAt: null })
    },
  })
  const { form, formRef, submit } = edit
  const isOn = form.watch('isOn')
  return (
    <section aria-labelledby="quiet-hours-title" className="grid grid-cols-1 gap-3">
      <div>
        <h3 id="quiet-hours-title" className="font-semibold text-15">
          Quiet hours
        </h3>
        <p className="mt-1 text-13 text-muted">
          Notification emails wait until quiet hours end. The bell still shows new ones.
        </p>
      </div>
      <FormProvider {...form}>
        <form ref={formRef} noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
          <Checkbox label="No emails during quiet hours" {...form.register('isOn')} />
          {isOn && (
            <>
              <FormPair>
                <TimeField name="from" label="From" />
                <TimeField name="until" label="Until" />
              </FormPair>
              <OwnZone />
            </>
          )}
          <Button type="submit" pending={save.isPending} className="justify-self-start">
            Save quiet hours
          </Button>
        </form>
      </FormProvider>
    </section>
  )
}

function TimeField({ name, label }: { name: 'from' | 'until'; label: string }) {
  const { register, formState } = useFormContext<Values>()
  const errors: FieldErrors<Values> = formState.errors
  return (
    <Field label={label} required error={errors.quietHours?.[name]?.message}>
      <TextInput type="time" {...register(`quietHours.${name}`)} />
    </Field>
  )
}

function OwnZone() {
  const account = useAddressDialog('account')
  const { data } = useQuery(readOf('/api/account/profile'))
  // An empty line of the same height, so that nothing moves when the account is read.
  if (!data) return <p className="min-h-5" />
  return (
    <p className="text-13 text-muted">
      {`In your time zone, ${zoneLabel(data.timeZone ?? ownZone())}. `}
      <Link href={account.linkTo('profile').href} replace state={history.state} className="text-link">
        Change time zone
      </Link>
    </p>
  )
}
