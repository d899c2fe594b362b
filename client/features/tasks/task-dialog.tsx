import { type FieldErrors, FormProvider, useFormContext } from 'react-hook-form'
import { z } from 'zod'
import {
  type DateAndTime,
  DateAndTimeFields,
  dateAndTimeOf,
  dateAndTimeSchema,
  defaultTimes,
  emptyDateAndTime,
  toIsoMoment,
} from '#client/domain/date-and-time.tsx'
import { UploadDialog } from '#client/domain/files/upload-dialog.tsx'
import { ForPartner, PartnerField, partnerSchema, type WithPartner } from '#client/domain/partner-picker.tsx'
import type { RowPartner, TaskRow } from '#client/domain/rows/rows.ts'
import { ApiError, call } from '#client/lib/api.ts'
import { toast } from '#client/lib/toast.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { EditConflict } from '#client/ui/edit-conflict.tsx'
import { Field } from '#client/ui/field.tsx'
import { SubmitFooter } from '#client/ui/form-dialog.tsx'
import { Select } from '#client/ui/select.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { limits } from '#contract/fields.ts'
import {
  listPartnerTasks,
  type PartnerTask,
  type TaskStatus,
  type TaskType,
  taskFields,
  taskStatuses,
  taskStatusLabels,
  taskTypeLabels,
  taskTypes,
} from '#contract/tasks.ts'
import { useCreateTask, useUpdateTask } from './mutations.ts'
import { TaskFile, useAttachedFile } from './task-file.tsx'

type TaskValues = DateAndTime &
  WithPartner & { taskName: string; taskType: TaskType | ''; status: TaskStatus }

const taskSchema = z.object({
  taskName: taskFields.shape.taskName,
  ...dateAndTimeSchema('Due date is required'),
  taskType: taskFields.shape.taskType,
  status: taskFields.shape.status,
  partner: partnerSchema,
})

const valuesOf = (task: PartnerTask | null, partner: RowPartner | null): TaskValues => ({
  taskName: task?.taskName ?? '',
  ...(task ? dateAndTimeOf(task.dueDate, defaultTimes.task) : emptyDateAndTime),
  taskType: task?.taskType ?? '',
  status: task?.status ?? 'pending',
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
  const create = useCreateTask()
  const update = useUpdateTask(task?.id ?? '')
  const edit = useEditForm<TaskValues, z.output<typeof taskSchema>, PartnerTask>({
    schema: taskSchema,
    record: task,
    valuesOf: (record) => valuesOf(record, partner ?? task?.partner ?? null),
    fieldNames: { dueDate: 'day', partnerId: 'partner' },
    save: async ({ day, time, partner: chosen, ...values }, record) => {
      const attached = await file.upload()
      // Why, the picker shows.
      if (attached === undefined) return showNotSaved(record)
      const body = {
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
      }
      try {
        if (record) await update.mutateAsync({ ...body, updatedAt: record.updatedAt })
        else await create.mutateAsync(body)
      } catch (error) {
        if (error instanceof ApiError && error.fields.filePath) file.refuse(error.fields.filePath)
        throw error
      }
      handleOpenChange(false)
    },
    reload: async ({ id, partnerId }) => {
      const tasks = await call(listPartnerTasks, { params: { partnerId } })
      return tasks.find((current) => current.id === id)
    },
    onReloaded: file.reset,
  })

  const handleOpenChange = (next: boolean) => {
    if (!next) file.picker.clear()
    onOpenChange(next)
  }

  const submitLabel = () => {
    if (file.picker.isBusy) return 'Uploading...'
    if (task) return 'Save changes'
    return create.isPending ? 'Creating...' : 'Create Task'
  }

  return (
    <UploadDialog
      title={task ? 'Edit task' : 'Create New Task'}
      description={partner && <ForPartner partner={partner} />}
      open={open}
      onOpenChange={handleOpenChange}
      isBusy={file.picker.isBusy}
      isChanged={edit.isChanged() || file.isChanged}
      whatStays={task ? 'The task stays as it is.' : 'The task is not created.'}
    >
      <FormProvider {...edit.form}>
        <form ref={edit.formRef} noValidate onSubmit={edit.submit} className="grid grid-cols-1 gap-5">
          {/* During an upload nothing may be typed that would not be saved. */}
          <fieldset disabled={file.picker.isBusy} className="grid min-w-0 grid-cols-1 gap-5">
            {!partner && <PartnerField />}
            <TaskFields />
          </fieldset>
          <TaskFile file={file} onRetry={() => edit.submit()} />
          <EditConflict
            edit={edit}
            what="This task"
            gone="It was deleted, or given to another partner, meanwhile."
          />
          <SubmitFooter
            isPending={file.picker.isBusy || create.isPending || update.isPending}
            words={submitLabel()}
          />
        </form>
      </FormProvider>
    </UploadDialog>
  )
}

function TaskFields() {
  const { register, formState } = useFormContext<TaskValues>()
  const errors: FieldErrors<TaskValues> = formState.errors
  return (
    <>
      <Field label="Task name" required error={errors.taskName?.message}>
        <TextInput autoComplete="off" maxLength={limits.name} {...register('taskName')} />
      </Field>
      <DateAndTimeFields label="Due date" defaultTime={defaultTimes.task} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Task type" required error={errors.taskType?.message}>
          <Select {...register('taskType')}>
            <option value="">Choose a type</option>
            {taskTypes.map((type) => (
              <option key={type} value={type}>
                {taskTypeLabels[type]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Status" error={errors.status?.message}>
          <Select {...register('status')}>
            {taskStatuses.map((status) => (
              <option key={status} value={status}>
                {taskStatusLabels[status]}
              </option>
            ))}
          </Select>
        </Field>
      </div>
    </>
  )
}

const showNotSaved = (task: PartnerTask | null) => {
  toast({
    title: 'Error',
    description: task ? 'Failed to update task' : 'Failed to create task',
    tone: 'danger',
  })
}
