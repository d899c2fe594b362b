import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import {
  type DateAndTime,
  DateAndTimeFields,
  dateAndTimeSchema,
  defaultTimes,
  toIsoMoment,
} from '#client/domain/date-and-time.tsx'
import { personName } from '#client/domain/person-name.ts'
import { formatCount } from '#client/lib/format.ts'
import { readOf } from '#client/lib/query-client.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { FormSelect } from '#client/ui/form-fields.tsx'
import { listTeam } from '#contract/chat/inbox.ts'
import type { ChangeTasks } from '../bulk-mutations.ts'

type BulkDialogProps = {
  ids: readonly string[]
  change: ChangeTasks
  onSaved: () => void
  onClose: () => void
}

const dateSchema = z.object(dateAndTimeSchema('Due date is required'))

export function MoveDueDate({ ids, change, onSaved, onClose }: BulkDialogProps) {
  const edit = useEditForm<DateAndTime, DateAndTime>({
    schema: dateSchema,
    record: null,
    valuesOf: () => ({ day: '', time: '' }),
    save: async (moment) => {
      const dueDate = toIsoMoment(moment, defaultTimes.task)
      await change.mutateAsync({ done: 'moved', changes: ids.map((id) => ({ id, dueDate })) })
      onClose()
      onSaved()
    },
  })
  return (
    <EditDialog
      open
      onOpenChange={onClose}
      edit={edit}
      title={`Move the due date of ${formatCount(ids.length, 'task')}`}
      isPending={change.isPending}
      submitLabel={change.isPending ? 'Saving...' : 'Move'}
    >
      <DateAndTimeFields label="Due date" defaultTime={defaultTimes.task} />
    </EditDialog>
  )
}

export function SetOwner({ ids, change, onSaved, onClose }: BulkDialogProps) {
  const { data: team = [] } = useQuery(readOf(listTeam))
  const edit = useEditForm<{ ownerId: string }, { ownerId: string }>({
    schema: z.object({ ownerId: z.string() }),
    record: null,
    valuesOf: () => ({ ownerId: '' }),
    save: async ({ ownerId }) => {
      const done = ownerId ? 'assigned' : 'left unassigned'
      await change.mutateAsync({ done, changes: ids.map((id) => ({ id, ownerId: ownerId || null })) })
      onClose()
      onSaved()
    },
  })
  return (
    <EditDialog
      open
      onOpenChange={onClose}
      edit={edit}
      title={`Set the owner of ${formatCount(ids.length, 'task')}`}
      isPending={change.isPending}
      submitLabel={change.isPending ? 'Saving...' : 'Set owner'}
    >
      <FormSelect
        name="ownerId"
        label="Owner"
        placeholder="No owner"
        options={team.map((member) => ({ value: member.id, label: personName(member) }))}
      />
    </EditDialog>
  )
}
