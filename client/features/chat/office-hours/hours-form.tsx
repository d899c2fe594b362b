import type { RefObject } from 'react'
import { FormProvider, useFormContext, useWatch } from 'react-hook-form'
import { queryClient, readOf } from '#client/lib/query-client.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { EditConflict } from '#client/ui/edit-conflict.tsx'
import { Field } from '#client/ui/field.tsx'
import { SubmitFooter } from '#client/ui/form-dialog.tsx'
import { Select } from '#client/ui/select.tsx'
import { getOfficeHours } from '#contract/chat/office-hours.ts'
import { weekdays } from '#contract/chat/opening-times.ts'
import type { Received } from '#contract/endpoint.ts'
import { DayHours } from './day-hours.tsx'
import { Holidays } from './holidays.tsx'
import { describeHours, HoursSchema, type HoursValues, hoursOf, valuesOf } from './hours-values.ts'
import { useSetOfficeHours } from './mutations.ts'

type SavedHours = Received<typeof getOfficeHours>

type HoursFormProps = {
  saved: SavedHours
  isChangedRef: RefObject<() => boolean>
  onDone: () => void
}

export function HoursForm({ saved, isChangedRef, onDone }: HoursFormProps) {
  const saving = useSetOfficeHours()
  const edit = useEditForm({
    schema: HoursSchema,
    record: saved,
    valuesOf: (record) => valuesOf(record?.hours ?? null),
    save: async (hours, record) => {
      await saving.mutateAsync({ hours, ...(record?.updatedAt && { updatedAt: record.updatedAt }) })
      onDone()
    },
    reload: () => queryClient.fetchQuery({ ...readOf(getOfficeHours), staleTime: 0 }),
  })
  isChangedRef.current = edit.isChanged

  return (
    <FormProvider {...edit.form}>
      <form ref={edit.formRef} noValidate onSubmit={edit.submit} className="grid grid-cols-1 gap-5">
        <EditConflict edit={edit} />
        <CurrentState />
        <Checkbox label="Tell partners when the team is back" {...edit.form.register('isOn')} />
        <Hours />
        <SubmitFooter isPending={saving.isPending} label={saving.isPending ? 'Saving...' : 'Save'} />
      </form>
    </FormProvider>
  )
}

/** Shows whether the office would be open now with the typed hours. */
function CurrentState() {
  const values = useWatch<HoursValues>() as HoursValues
  const description = describeHours(hoursOf(values), new Date())
  return (
    <div role="status">
      <Alert tone="info" title={description ?? 'Complete the hours to see what partners see.'} />
    </div>
  )
}

function Hours() {
  const isOn = useWatch<HoursValues, 'isOn'>({ name: 'isOn' })
  if (!isOn) return null
  return (
    <>
      <TimeZone />
      <section aria-label="Week" className="grid grid-cols-1 divide-y divide-line border-line border-y">
        {weekdays.map((weekday) => (
          <DayHours key={weekday} weekday={weekday} />
        ))}
      </section>
      <Holidays />
    </>
  )
}

const knownZones = Intl.supportedValuesOf('timeZone')

function TimeZone() {
  const value = useWatch<HoursValues, 'timeZone'>({ name: 'timeZone' })
  const { register } = useFormContext<HoursValues>()
  return (
    <Field label="Time zone" required>
      <Select {...register('timeZone')}>
        {!knownZones.includes(value) && <option value={value}>{value}</option>}
        {knownZones.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </Select>
    </Field>
  )
}
