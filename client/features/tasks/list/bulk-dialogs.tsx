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
import type { Selection } from '#client/lib/selection.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { FormSelect } from '#client/ui/form-fields.tsx'
import type { ChangeTasks } from '../bulk-mutations.ts'

export type SelectedTasks = { selection: Selection; change: ChangeTasks }

type BulkDialogProps = DialogOpening & { selected: SelectedTasks }

/** The form of a dialog that makes the same change to all selected tasks. */
const useBulkForm = <Values extends object>(
  { selection, change }: SelectedTasks,
  schema: z.ZodType<Values>,
  initial: Values,
  changeOf: (values: Values) => { done: string; dueDate?: string; ownerId?: string | null },
) =>
  useEditForm<Values, Values>({
    schema,
    record: null,
    valuesOf: () => initial,
    save: async (values) => {
      const { done, ...fields } = changeOf(values)
      await change.mutateAsync({ done, changes: selection.ids.map((id) => ({ id, ...fields })) })
      selection.clear()
    },
  })

const dateSchema = z.object(dateAndTimeSchema('Due date is required'))

export function MoveDueDate({ selected, ...opening }: BulkDialogProps) {
  const edit = useBulkForm(selected, dateSchema, { day: '', time: '' }, (moment) => ({
    done: 'moved',
    dueDate: toIsoMoment(moment, defaultTimes.task),
  }))
  return (
    <EditDialog
      {...opening}
      edit={edit}
      title={`Move the due date of ${formatCount(selected.selection.ids.length, 'task')}`}
      submitLabel="Move"
      pendingLabel="Saving..."
    >
      <DateAndTimeFields label="Due date" defaultTime={defaultTimes.task} />
    </EditDialog>
  )
}

const ownerSchema = z.object({ ownerId: z.string() })

export function SetOwner({ selected, ...opening }: BulkDialogProps) {
  const { data: team = [] } = useTeam()
  const edit = useBulkForm(selected, ownerSchema, { ownerId: '' }, ({ ownerId }) => ({
    done: ownerId ? 'assigned' : 'left unassigned',
    ownerId: ownerId || null,
  }))
  return (
    <EditDialog
      {...opening}
      edit={edit}
      title={`Set the owner of ${formatCount(selected.selection.ids.length, 'task')}`}
      submitLabel="Set owner"
      pendingLabel="Saving..."
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
