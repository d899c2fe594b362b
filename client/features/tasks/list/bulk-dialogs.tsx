import { z } from 'zod'
import {
  DateAndTimeFields,
  dateAndTimeSchema,
  defaultTimes,
  toIsoMoment,
} from '#client/domain/date-and-time.tsx'
import { personName } from '#client/domain/person-name.ts'
import { useTeam } from '#client/domain/queries.ts'
import { formatCount } from '#client/lib/format.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { FormSelect } from '#client/ui/form-fields.tsx'
import type { ChangeTasks } from '../bulk-mutations.ts'

type BulkDialogProps = {
  ids: readonly string[]
  change: ChangeTasks
  onSaved: () => void
  onClose: () => void
}

/** The form of a dialog that changes the selected tasks alike. */
const useBulkForm = <Values extends object>(
  { ids, change, onSaved, onClose }: BulkDialogProps,
  schema: z.ZodType<Values>,
  initial: Values,
  changeOf: (values: Values) => { done: string; dueDate?: string; ownerId?: string | null },
) => {
  const edit = useEditForm<Values, Values>({
    schema,
    record: null,
    valuesOf: () => initial,
    save: async (values) => {
      const { done, ...fields } = changeOf(values)
      await change.mutateAsync({ done, changes: ids.map((id) => ({ id, ...fields })) })
      onClose()
      onSaved()
    },
  })
  return { open: true, onOpenChange: onClose, edit, isPending: change.isPending }
}

const dateSchema = z.object(dateAndTimeSchema('Due date is required'))

export function MoveDueDate(props: BulkDialogProps) {
  const dialog = useBulkForm(props, dateSchema, { day: '', time: '' }, (moment) => ({
    done: 'moved',
    dueDate: toIsoMoment(moment, defaultTimes.task),
  }))
  return (
    <EditDialog
      {...dialog}
      title={`Move the due date of ${formatCount(props.ids.length, 'task')}`}
      submitLabel={dialog.isPending ? 'Saving...' : 'Move'}
    >
      <DateAndTimeFields label="Due date" defaultTime={defaultTimes.task} />
    </EditDialog>
  )
}

const ownerSchema = z.object({ ownerId: z.string() })

export function SetOwner(props: BulkDialogProps) {
  const { data: team = [] } = useTeam()
  const dialog = useBulkForm(props, ownerSchema, { ownerId: '' }, ({ ownerId }) => ({
    done: ownerId ? 'assigned' : 'left unassigned',
    ownerId: ownerId || null,
  }))
  return (
    <EditDialog
      {...dialog}
      title={`Set the owner of ${formatCount(props.ids.length, 'task')}`}
      submitLabel={dialog.isPending ? 'Saving...' : 'Set owner'}
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
