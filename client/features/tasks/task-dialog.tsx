import { z } from 'zod'
import {
  type DateAndTime,
  DateAndTimeFields,
  dateAndTimeOf,
  dateAndTimeSchema,
  defaultTimes,
  toIsoMoment,
} from '#client/domain/date-and-time.tsx'
import { UploadDialog } from '#client/domain/files/upload-dialog.tsx'
import { ForPartner, PartnerField, partnerSchema, type WithPartner } from '#client/domain/partner-field.tsx'
import { personName } from '#client/domain/person-name.ts'
import { useTeam } from '#client/domain/queries.ts'
import type { RowPartner, TaskRow } from '#client/domain/rows/rows.ts'
import { ApiError, call } from '#client/lib/api.ts'
import { toast } from '#client/lib/toast.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { DialogForm } from '#client/ui/form-dialog.tsx'
import { FormInput, FormSelect, FormTextArea } from '#client/ui/form-fields.tsx'
import { FormPair } from '#client/ui/form-section.tsx'
import { limits } from '#contract/fields.ts'
import { getTask } from '#contract/task-work.ts'
import {
  type PartnerTask,
  type TaskStatus,
  type TaskType,
  taskFields,
  taskStatuses,
  taskStatusLabels,
  taskTypeLabels,
  taskTypes,
} from '#contract/tasks.ts'
import { useSaveTask } from './mutations.ts'
import { TaskFile, useAttachedFile } from './task-file.tsx'

type TaskValues = DateAndTime &
  WithPartner & {
    taskName: string
    instructions: string
    taskType: TaskType | ''
    status: TaskStatus
    ownerId: string
  }

const taskSchema = z.object({
  taskName: taskFields.shape.taskName,
  instructions: taskFields.shape.instructions,
  ...dateAndTimeSchema('Due date is required'),
  taskType: taskFields.shape.taskType,
  status: taskFields.shape.status,
  ownerId: z.string().transform((ownerId) => ownerId || null),
  partner: partnerSchema,
})

const valuesOf = (task: PartnerTask | null, partner: RowPartner | null): TaskValues => ({
  taskName: task?.taskName ?? '',
  instructions: task?.instructions ?? '',
  ...dateAndTimeOf(task?.dueDate, defaultTimes.task),
  taskType: task?.taskType ?? '',
  status: task?.status ?? 'pending',
  ownerId: task?.owner?.id ?? '',
  partner,
})

type TaskDialogProps = DialogOpening & {
  /** Null for a new one. */
  task: TaskRow | null
  /** The partner it is for, where that is not to be chosen. */
  partner: RowPartner | null
}

/** Creates a task, or edits one. */
export function TaskDialog({ task, partner, open, onOpenChange }: TaskDialogProps) {
  const file = useAttachedFile(task)
  const { mutateAsync: saveTask, isPending } = useSaveTask(task?.id)
  const edit = useEditForm<TaskValues, z.output<typeof taskSchema>, PartnerTask>({
    schema: taskSchema,
    record: task,
    valuesOf: (record) => valuesOf(record, partner ?? task?.partner ?? null),
    fieldNames: { dueDate: 'day', partnerId: 'partner' },
    save: async ({ day, time, partner: chosen, ...values }, record) => {
      const attached = await file.upload()
      // The picker shows why.
      if (attached === undefined) return showNotSaved(record)
      try {
        await saveTask({
          ...values,
          dueDate: toIsoMoment({ day, time }, defaultTimes.task, record?.dueDate),
          partnerId: chosen?.id ?? '',
          filePath: attached?.filePath ?? null,
          // A file that the task has already is only named.
          ...(attached &&
            attached.filePath !== record?.filePath && {
              fileType: attached.fileType,
              fileSize: attached.fileSize,
            }),
          updatedAt: record?.updatedAt,
        })
      } catch (error) {
        if (error instanceof ApiError && error.fields.filePath) file.refuse(error.fields.filePath)
        throw error
      }
      handleOpenChange(false)
    },
    reload: ({ id }) =>
      call(getTask, { params: { id } }).catch((error) => {
        if (error instanceof ApiError && error.status === 404) return undefined
        throw error
      }),
    onReloaded: file.reset,
  })

  const handleOpenChange = (next: boolean) => {
    if (!next) file.picker.clear()
    onOpenChange(next)
  }

  const submitLabel = () => {
    if (file.picker.isBusy) return 'Uploading...'
    if (task) return 'Save changes'
    return isPending ? 'Creating...' : 'Create Task'
  }

  return (
    <UploadDialog
      title={task ? 'Edit task' : 'Create New Task'}
      description={partner && <ForPartner partner={partner} />}
      open={open}
      onOpenChange={handleOpenChange}
      isBusy={file.picker.isBusy}
      isChanged={edit.isChanged() || file.isChanged}
      whatStays={task ? "The task won't be changed." : "The task won't be created."}
    >
      <DialogForm
        edit={edit}
        what="This task"
        gone="It was deleted or assigned to another partner."
        isPending={file.picker.isBusy || isPending}
        submitLabel={submitLabel()}
      >
        {/* During an upload nothing may be typed that would not be saved. */}
        <fieldset disabled={file.picker.isBusy} className="grid min-w-0 grid-cols-1 gap-5">
          {!partner && <PartnerField />}
          <FormInput name="taskName" label="Task name" required autoComplete="off" maxLength={limits.name} />
          <FormTextArea name="instructions" label="Instructions" maxLength={limits.description} />
          <DateAndTimeFields label="Due date" defaultTime={defaultTimes.task} />
          <FormPair>
            <FormSelect
              name="taskType"
              label="Task type"
              required
              placeholder="Choose a type"
              options={optionsOf(taskTypes, taskTypeLabels)}
            />
            <FormSelect name="status" label="Status" options={optionsOf(taskStatuses, taskStatusLabels)} />
          </FormPair>
          <OwnerField owner={edit.record?.owner ?? null} />
        </fieldset>
        <TaskFile file={file} onRetry={() => edit.submit()} />
      </DialogForm>
    </UploadDialog>
  )
}

/** The member of the team who looks after it. One who has left it stays until another is chosen. */
function OwnerField({ owner }: Pick<PartnerTask, 'owner'>) {
  const { data: team = [] } = useTeam()
  const members = team.map((member) => ({ value: member.id, label: personName(member) }))
  const isListed = !owner || members.some(({ value }) => value === owner.id)
  const options = isListed ? members : [{ value: owner.id, label: owner.name }, ...members]
  return <FormSelect name="ownerId" label="Owner" placeholder="No owner" options={options} />
}

const optionsOf = <Value extends string>(values: readonly Value[], labels: Record<Value, string>) =>
  values.map((value) => ({ value, label: labels[value] }))

const showNotSaved = (task: PartnerTask | null) => {
  toast({
    title: 'Error',
    description: task ? 'Failed to update task' : 'Failed to create task',
    tone: 'danger',
  })
}
