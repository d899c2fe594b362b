import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { audienceOf, forOne } from '#client/domain/audience/audience.ts'
import {
  AudienceField,
  audienceFieldNames,
  audienceShape,
  checkAudience,
  sentFor,
  type WithAudience,
} from '#client/domain/audience/audience-field.tsx'
import {
  type DateAndTime,
  DateAndTimeFields,
  dateAndTimeOf,
  dateAndTimeSchema,
  defaultTimes,
  toIsoMoment,
} from '#client/domain/date-and-time.tsx'
import { UploadDialog } from '#client/domain/files/upload-dialog.tsx'
import { ForPartner } from '#client/domain/partner-field.tsx'
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
import { getSharedTask } from '#contract/shared-tasks.ts'
import { getTask } from '#contract/task-work.ts'
import type { SharedTask } from '#contract/tasks.ts'
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
  WithAudience & {
    taskName: string
    instructions: string
    taskType: TaskType | ''
    status: TaskStatus
    ownerId: string
  }

const taskSchema = z
  .object({
    taskName: taskFields.shape.taskName,
    instructions: taskFields.shape.instructions,
    ...dateAndTimeSchema('Due date is required'),
    taskType: taskFields.shape.taskType,
    status: taskFields.shape.status,
    ownerId: z.string().transform((ownerId) => ownerId || null),
    ...audienceShape,
  })
  .superRefine(checkAudience)

const valuesOf = (task: AnyTask | null, partner: RowPartner | null): TaskValues => ({
  taskName: task?.taskName ?? '',
  instructions: task?.instructions ?? '',
  ...dateAndTimeOf(task?.dueDate, defaultTimes.task),
  taskType: task?.taskType ?? '',
  status: task?.status ?? 'pending',
  ownerId: task?.owner?.id ?? '',
  partner,
  audience: task?.partnerId === null ? audienceOf(task) : forOne,
})

type AnyTask = PartnerTask | SharedTask

const isPart = (task: AnyTask | null): task is PartnerTask =>
  task !== null && task.partnerId !== null && task.sharedTaskId !== null

type TaskDialogProps = DialogOpening & {
  /** Null for a new one. */
  task: TaskRow | SharedTask | null
  /** The partner it is for, where that is not to be chosen. */
  partner: RowPartner | null
}

/** Creates a task, or edits one. */
export function TaskDialog({ task, partner, open, onOpenChange }: TaskDialogProps) {
  const file = useAttachedFile(task)
  const { mutateAsync: saveTask, isPending } = useSaveTask(task?.id)
  const edit = useEditForm<TaskValues, z.output<typeof taskSchema>, AnyTask>({
    schema: taskSchema,
    record: task,
    valuesOf: (record) =>
      valuesOf(record, partner ?? (task && 'partner' in task ? task.partner : null) ?? null),
    fieldNames: { dueDate: 'day', ...audienceFieldNames },
    save: async ({ day, time, partner: chosen, audience, status, ...values }, record) => {
      const dueDate = toIsoMoment({ day, time }, defaultTimes.task, record?.dueDate)
      const updatedAt = record?.updatedAt
      if (isPart(record)) {
        await saveTask({ dueDate, status, ownerId: values.ownerId, updatedAt })
        return handleOpenChange(false)
      }
      const attached = await file.upload()
      // The picker shows why.
      if (attached === undefined) return showNotSaved(record)
      try {
        await saveTask({
          ...values,
          ...(audience.kind === 'one' && { status }),
          dueDate,
          ...sentFor({ partner: chosen, audience }),
          filePath: attached?.filePath ?? null,
          // A file that the task has already is only named.
          ...(attached &&
            attached.filePath !== record?.filePath && {
              fileType: attached.fileType,
              fileSize: attached.fileSize,
            }),
          updatedAt,
        })
      } catch (error) {
        if (error instanceof ApiError && error.fields.filePath) file.refuse(error.fields.filePath)
        throw error
      }
      handleOpenChange(false)
    },
    reload: ({ id, partnerId }) =>
      (partnerId === null
        ? call(getSharedTask, { params: { id } })
        : call(getTask, { params: { id } })
      ).catch((error) => {
        if (error instanceof ApiError && error.status === 404) return undefined
        throw error
      }),
    onReloaded: file.reset,
  })

  const handleOpenChange = (next: boolean) => {
    if (!next) file.picker.clear()
    onOpenChange(next)
  }

  // With several, each has a status of their own.
  const isForOne = useWatch({ control: edit.form.control, name: 'audience.kind' }) === 'one'

  const submitLabel = () => {
    if (file.picker.isBusy) return 'Uploading...'
    if (task) return 'Save changes'
    return isPending ? 'Creating...' : 'Create Task'
  }

  return (
    <UploadDialog
      title={task ? 'Edit task' : 'Create New Task'}
      description={
        isPart(task)
          ? 'Its name, instructions, and file are the same for all of its partners.'
          : partner && <ForPartner partner={partner} />
      }
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
          {!partner && !isPart(task) && <AudienceField isOneOffered={task?.partnerId !== null} />}
          {!isPart(task) && (
            <>
              <FormInput
                name="taskName"
                label="Task name"
                required
                autoComplete="off"
                maxLength={limits.name}
              />
              <FormTextArea name="instructions" label="Instructions" maxLength={limits.description} />
            </>
          )}
          <DateAndTimeFields label="Due date" defaultTime={defaultTimes.task} />
          <FormPair>
            {!isPart(task) && (
              <FormSelect
                name="taskType"
                label="Task type"
                required
                placeholder="Choose a type"
                options={optionsOf(taskTypes, taskTypeLabels)}
              />
            )}
            {isForOne && (
              <FormSelect name="status" label="Status" options={optionsOf(taskStatuses, taskStatusLabels)} />
            )}
          </FormPair>
          <OwnerField owner={edit.record?.owner ?? null} />
        </fieldset>
        {!isPart(task) && <TaskFile file={file} onRetry={() => edit.submit()} />}
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

const showNotSaved = (task: AnyTask | null) => {
  toast({
    title: 'Error',
    description: task ? 'Failed to update task' : 'Failed to create task',
    tone: 'danger',
  })
}
