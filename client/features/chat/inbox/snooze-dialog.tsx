import { z } from 'zod'
import {
  type DateAndTime,
  DateAndTimeFields,
  dateAndTimeSchema,
  toIsoMoment,
} from '#client/domain/date-and-time.tsx'
import { formatDateTime } from '#client/lib/format.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { Button } from '#client/ui/button.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { useChangeConversations } from './mutations.ts'
import type { OpenedConversation } from './queries.ts'
import { snoozeChoices } from './snooze-times.ts'

const morning = { time: '09:00', label: '9:00 AM' }

const schema = z
  .object(dateAndTimeSchema('Date is required'))
  .refine((moment: DateAndTime) => new Date(toIsoMoment(moment, morning)) > new Date(), {
    path: ['day'],
    error: 'Choose a time in the future',
  })

export type ConversationDialogProps = DialogOpening & {
  rows: readonly OpenedConversation[]
  /** The conversations as the title names them. */
  what: string
  onDone?: (() => void) | undefined
}

/** Puts conversations away until a time, which is in the zone of the user. */
export function SnoozeDialog({ rows, what, onDone, ...opening }: ConversationDialogProps) {
  const change = useChangeConversations()
  const snooze = async (snoozedUntil: string) => {
    await change.mutateAsync({ rows, change: { snoozedUntil } })
    opening.onOpenChange(false)
    onDone?.()
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
      description="It comes back at that time, or when the partner writes."
      submitLabel="Snooze"
      pendingLabel="Saving..."
    >
      <div className="grid grid-cols-1 gap-2">
        {snoozeChoices(new Date()).map(({ label, until }) => (
          <Button
            key={label}
            pending={change.isPending}
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
