import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { FormProvider, useForm } from 'react-hook-form'
import { UploadDialog } from '#client/domain/files/upload-dialog.tsx'
import { ForPartner } from '#client/domain/partner-picker/for-partner.tsx'
import { EditNotice } from '#client/domain/rows/edit-notice.tsx'
import { useEditing } from '#client/domain/rows/editing.ts'
import type { RowPartner, TaskRow } from '#client/domain/rows/rows.ts'
import { useCreateTask, useUpdateTask } from '#client/features/dashboard/staff/save-rows.ts'
import { ApiError, call } from '#client/lib/api.ts'
import { focusField } from '#client/lib/focus-field.ts'
import { showRefusedFields } from '#client/lib/show-refused-fields.ts'
import { toast } from '#client/lib/toast.ts'
import { useFocusInvalid } from '#client/lib/use-focus-invalid.ts'
import { SubmitFooter } from '#client/ui/form-dialog.tsx'
import { listPartnerTasks, type PartnerTask } from '#contract/tasks.ts'
import { TaskFields } from './task-fields.tsx'
import { TaskFile } from './task-file.tsx'
import { type CheckedTask, sentTask, type TaskValues, taskSchema, taskValues } from './task-values.ts'
import { useAttachedFile } from './use-attached-file.ts'

type TaskDialogProps = {
  /** Null for a new one. */
  task: TaskRow | null
  /** For whom it is, where that is not to be chosen. */
  partner: RowPartner | null
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Makes a task, or changes one. */
export function TaskDialog({ task, partner, open, onOpenChange }: TaskDialogProps) {
  const file = useAttachedFile(task)
  const form = useForm<TaskValues, unknown, CheckedTask>({
    defaultValues: taskValues(task, partner ?? task?.partner ?? null),
    // useFocusInvalid knows the fields that are not of the form's own, too.
    shouldFocusError: false,
    resolver: standardSchemaResolver<TaskValues, unknown, CheckedTask>(taskSchema),
  })
  const element = useFocusInvalid(form.formState.submitCount)
  const editing = useEditing<PartnerTask>({
    row: task,
    readAgain: readTask,
    onLoaded: (now) => {
      form.reset(taskValues(now, form.getValues('partner')))
      file.reset(now)
      focusField(element.current, 'taskName')
    },
  })
  const create = useCreateTask()
  const update = useUpdateTask(task?.id ?? '')
  const { isDirty } = form.formState

  const handleOpenChange = (next: boolean) => {
    if (!next) file.picker.clear()
    onOpenChange(next)
  }

  const submit = form.handleSubmit(async (values) => {
    editing.begin()
    const sent = await file.upload()
    if (sent === undefined) {
      tellNotSaved(task)
      return
    }
    const body = sentTask(values, sent, editing.seen)
    try {
      if (editing.seen) await update.mutateAsync({ ...body, updatedAt: editing.seen.updatedAt })
      else await create.mutateAsync(body)
      handleOpenChange(false)
    } catch (error) {
      editing.refuse(error)
      showRefusedFields(form, error)
      if (error instanceof ApiError && error.fields.filePath) file.refuse(error.fields.filePath)
    }
  })

  return (
    <UploadDialog
      title={task ? 'Edit task' : 'Create New Task'}
      description={partner && <ForPartner partner={partner} />}
      open={open}
      onOpenChange={handleOpenChange}
      isBusy={file.picker.isBusy}
      isChanged={isDirty || file.isChanged}
      whatStays={task ? 'The task stays as it is.' : 'The task is not created.'}
    >
      <FormProvider {...form}>
        <form ref={element} noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
          {/* What is being sent is not what is typed meanwhile. */}
          <fieldset disabled={file.picker.isBusy} className="grid min-w-0 grid-cols-1 gap-5">
            <TaskFields asksForPartner={!partner} />
          </fieldset>
          <TaskFile file={file} onRetry={submit} />
          <EditNotice what="This task" editing={editing} />
          <SubmitFooter
            isPending={file.picker.isBusy || create.isPending || update.isPending}
            words={
              file.picker.isBusy
                ? 'Uploading...'
                : task
                  ? 'Save changes'
                  : create.isPending
                    ? 'Creating...'
                    : 'Create Task'
            }
          />
        </form>
      </FormProvider>
    </UploadDialog>
  )
}

const readTask = async ({ id, partnerId }: PartnerTask) => {
  const tasks = await call(listPartnerTasks, { params: { partnerId } })
  return tasks.find((task) => task.id === id)
}

/** Why, stands at the file. */
const tellNotSaved = (task: TaskRow | null) =>
  toast({
    title: 'Error',
    description: task ? 'Failed to update task' : 'Failed to create task',
    tone: 'danger',
  })
