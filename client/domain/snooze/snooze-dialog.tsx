import { useState } from 'react'
import { z } from 'zod'
import { formatDateTime } from '#client/lib/format.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { Button } from '#client/ui/button.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'

import { type DateAndTime, DateAndTimeFields, dateAndTimeSchema, toIsoMoment } from '../date-and-time.tsx'
import { snoozeChoices } from './snooze-times.ts'

const morning = { time: '09:00', label: '9:00 AM' }

const schema = z
  .object(dateAndTimeSchema('Date is required'))
  .refine((moment: DateAndTime) => new Date(toIsoMoment(moment, morning)) > new Date(), {
    path: ['day'],
    error: 'Choose a time in the future',
  })

type SnoozeDialogProps = DialogOpening & {
  /** The name of the snoozed item in the title. */
  what: string
  description: string
  /** Snoozes until an ISO time. A refusal is shown by the mutation. */
  onSnooze: (until: string) => Promise<unknown>
}

/** Puts something away until a time, which is in the zone of the user. */
export function SnoozeDialog({ what, description, onSnooze, ...opening }: SnoozeDialogProps) {
  const [isPending, setPending] = useState(false)
  const snooze = async (until: string) => {
    setPending(true)
    try {
      await onSnooze(until)
      opening.onOpenChange(false)
    } finally {
      setPending(false)
    }
  }
  const edit = useEditForm<DateAndTime, DateAndTime>({
    schema,
    record: null,
    valuesOf: () => ({ day: '', time: '' }),
    save: (moment) => snooze(toIsoMoment(moment, morning)),
  })
  return (
    <EditDialog
      {...opening}
      edit={edit}
      title={`Snooze ${what}`}
      description={description}
      submitLabel="Snooze"
      pendingLabel="Saving..."
    >
      <div className="grid grid-cols-1 gap-2">
        {snoozeChoices(new Date()).map(({ label, until }) => (
          <Button
            key={label}
            pending={isPending}
            // A refusal is shown in a toast.
            onClick={() => void snooze(until.toISOString()).catch(() => {})}
            className="justify-between!"
          >
            {label}
            <span className="text-13 text-muted">{formatDateTime(until)}</span>
          </Button>
        ))}
      </div>
      <DateAndTimeFields label="Date" defaultTime={morning} />
    </EditDialog>
  )
}
