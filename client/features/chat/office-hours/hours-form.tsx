import type { RefObject } from 'react'
import { zoneOptions } from '#client/domain/time-zones.ts'
import { call } from '#client/lib/api.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { DialogForm } from '#client/ui/form-dialog.tsx'
import { FormSelect } from '#client/ui/form-fields.tsx'
import type { getOfficeHours, setOfficeHours } from '#contract/chat/office-hours.ts'
import { weekdays } from '#contract/chat/opening-times.ts'
import type { Received, Sent } from '#contract/endpoint.ts'
import { DayHours, Holidays } from './hours-fields.tsx'
import { describeHours, HoursSchema, hoursOf, valuesOf } from './hours-values.ts'

type HoursFormProps = {
  saved: Received<typeof getOfficeHours>
  isChangedRef: RefObject<() => boolean>
  onDone: () => void
}

/** The text about the stored hours that partners read now. */
export function HoursLine({ saved }: { saved: Received<typeof getOfficeHours> }) {
  return <p>{describeHours(saved.hours, new Date())}</p>
}

/** The form that changes the hours, and says what partners would see. */
export function HoursForm({ saved, isChangedRef, onDone }: HoursFormProps) {
  const saving = useEndpointMutation(
    (body: Sent<typeof setOfficeHours, 'body'>) => call('PUT /api/office-hours', { body }),
    {
      success: 'Office hours saved',
      failure: 'The office hours could not be saved. Check your connection and try again.',
      serverMessages: 'all',
      inForm: ['conflict', 'fields'],
      invalidates: ['/api/office-hours'],
    },
  )
  const edit = useEditForm({
    schema: HoursSchema,
    record: saved,
    valuesOf: (record) => valuesOf(record?.hours ?? null),
    save: async (hours, record) => {
      await saving.mutateAsync({ hours, ...(record?.updatedAt && { updatedAt: record.updatedAt }) })
      onDone()
    },
    reload: () => call('GET /api/office-hours', {}),
  })
  isChangedRef.current = edit.isChanged
  const values = edit.form.watch()

  return (
    <DialogForm
      edit={edit}
      submitLabel={saving.isPending ? 'Saving...' : 'Save'}
      isPending={saving.isPending}
    >
      <div role="status">
        <Alert
          tone="info"
          title={
            describeHours(hoursOf(values), new Date()) ?? 'Complete the hours to preview what partners see.'
          }
        />
      </div>
      <Checkbox label="Show partners when you're back" {...edit.form.register('isOn')} />
      {values.isOn && (
        <>
          <FormSelect name="timeZone" label="Time zone" required options={zoneOptions(values.timeZone)} />
          <section aria-label="Week" className="grid grid-cols-1 divide-y divide-line border-line border-y">
            {weekdays.map((weekday) => (
              <DayHours key={weekday} weekday={weekday} />
            ))}
          </section>
          <Holidays />
        </>
      )}
    </DialogForm>
  )
}
