import { useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { audienceOf, forPartners, withoutView } from '#client/domain/audience/audience.ts'
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
import type { RowPartner, TaskRow } from '#client/domain/rows/rows.ts'
import { OwnerField } from '#client/domain/tasks/owner-field.tsx'
import {
  NameAndInstructions,
  type PlannedValues,
  plannedShape,
  plannedValuesOf,
  TaskTypeField,
} from '#client/domain/tasks/planned-fields.tsx'
import {
  RepeatFields,
  type RepeatValues,
  repeatShape,
  repeatValuesOf,
} from '#client/domain/tasks/repeat-fields.tsx'
import { ownZone } from '#client/domain/time-zones.ts'
import { ApiError, call } from '#client/lib/api.ts'
import { failureTitle } from '#client/lib/connection.ts'
import { toast } from '#client/lib/toast.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { DialogForm } from '#client/ui/form-dialog.tsx'
import { FormSelect } from '#client/ui/form-fields.tsx'
import { FormPair } from '#client/ui/form-section.tsx'
import type { TaskFrequency } from '#contract/task-plans/plans.ts'
import { type TaskStatus, taskStatuses, taskStatusLabels } from '#contract/task-status.ts'
import { type PartnerTask, type TaskDefinition, taskFields } from '#contract/tasks.ts'
import { useSaveTask } from './mutations.ts'
import { useCreateSeries } from './plan-mutations.ts'
import { TaskFile, useAttachedFile } from './task-file.tsx'
import { TemplateField } from './template-field.tsx'

type TaskValues = DateAndTime & WithAudience & PlannedValues & RepeatValues & { status: TaskStatus }

const taskSchema = z
  .object({
    ...plannedShape,
    ...dateAndTimeSchema('Due date is required'),
    ...repeatShape,
    status: taskFields.shape.status,
    ...audienceShape,
  })
  .superRefine(checkAudience)

const valuesOf = (
  task: AnyTask | null,
  partner: RowPartner | null,
  repeats: TaskFrequency | undefined,
  name: string | undefined,
  partnerIds: string[] | undefined,
): TaskValues => ({
  ...plannedValuesOf(task),
  ...(name && { taskName: name }),
  ...dateAndTimeOf(task?.dueDate, defaultTimes.task),
  ...repeatValuesOf(null, repeats),
  status: task?.status ?? 'pending',
  partner,
  audience: task?.partnerId === null ? audienceOf(task) : forPartners(partnerIds),
})

type AnyTask = PartnerTask | TaskDefinition

const isPart = (task: AnyTask | null): task is PartnerTask =>
  task !== null && task.partnerId !== null && task.isShared

type TaskDialogProps = DialogOpening & {
  /** The task to edit; null to create one. */
  task: TaskRow | TaskDefinition | null
  /** The partner that the task is for; null if the user chooses the partners in the form. */
  partner: RowPartner | null
  /** How often a new task is repeated, until the user chooses something else. */
  repeats?: TaskFrequency | undefined
  /** The name of a new task, until the user writes another one. */
  name?: string | undefined
  /** The partners that a new task is for, until the user chooses others. */
  partnerIds?: string[] | undefined
}

/** Creates or edits a task. */
export function TaskDialog({
  task,
  partner,
  repeats,
  name,
  partnerIds,
  open,
  onOpenChange,
}: TaskDialogProps) {
  const file = useAttachedFile(task)
  // The fields below the choice of a template, which take the focus because most tasks begin without a template.
  const fieldsRef = useRef<HTMLDivElement>(null)
  const { mutateAsync: saveTask, isPending: isSaving } = useSaveTask(task?.id)
  const { mutateAsync: createSeries, isPending: isCreating } = useCreateSeries()
  const isPending = isSaving || isCreating
  const edit = useEditForm<TaskValues, z.output<typeof taskSchema>, AnyTask>({
    schema: taskSchema,
    record: task,
    valuesOf: (record) =>
      valuesOf(
        record,
        partner ?? (task && 'partner' in task ? task.partner : null) ?? null,
        repeats,
        name,
        partnerIds,
      ),
    fieldNames: { dueDate: 'day', startsAt: 'day', ...audienceFieldNames },
    save: async (checked, record) => {
      const { day, time, partner: chosen, audience, status, frequency, endsOn, leadDays, ...values } = checked
      const dueDate = toIsoMoment({ day, time }, defaultTimes.task, record?.dueDate)
      const updatedAt = record?.updatedAt
      if (isPart(record)) {
        await saveTask({ isPart: true, dueDate, status, ownerId: values.ownerId, updatedAt })
        return handleOpenChange(false)
      }
      if (!record && frequency) {
        const rule = { frequency, startsAt: dueDate, timeZone: ownZone(), endsOn, leadDays }
        await createSeries({ ...values, ...rule, ...sentFor({ partner: chosen, audience }) })
        return handleOpenChange(false)
      }
      const attached = await file.upload()
      // The upload failed, and the picker shows why.
      if (attached === undefined) return showNotSaved(record)
      try {
        await saveTask({
          ...values,
          ...(audience.kind === 'one' && { status }),
          dueDate,
          ...withoutView(record),
          ...sentFor({ partner: chosen, audience }),
          filePath: attached?.filePath ?? null,
          // The server already knows the type and size of a file that the task has.
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
      call('GET /api/tasks/:id', { params: { id }, query: partnerId === null ? { of: 'all' } : {} }).catch(
        (error) => {
          if (error instanceof ApiError && error.status === 404) return undefined
          throw error
        },
      ),
    onReloaded: file.reset,
  })

  const handleOpenChange = (next: boolean) => {
    if (!next) file.picker.clear()
    onOpenChange(next)
  }

  // With several partners, each of them has their own status.
  const isForOne = useWatch({ control: edit.form.control, name: 'audience.kind' }) === 'one'
  const isRecurring = useWatch({ control: edit.form.control, name: 'frequency' }) !== '' && !task
  const hasFile = file.picker.upload !== undefined

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
      focusFirst={() => fieldsRef.current?.querySelector<HTMLElement>('input, select') ?? null}
      whatStays={task ? "The task won't be changed." : "The task won't be created."}
    >
      <DialogForm
        edit={edit}
        what="This task"
        gone="It was deleted or assigned to another partner."
        isPending={file.picker.isBusy || isPending}
        submitLabel={submitLabel()}
      >
        {/* Fields are disabled during an upload, because what is typed then would not be saved. */}
        <fieldset disabled={file.picker.isBusy} className="grid min-w-0 grid-cols-1 gap-5">
          {!task && <TemplateField />}
          <div ref={fieldsRef} className="grid min-w-0 grid-cols-1 gap-5">
            {!partner && !isPart(task) && <AudienceField isOneOffered={task?.partnerId !== null} />}
            {!isPart(task) && <NameAndInstructions />}
            <DateAndTimeFields
              label={isRecurring ? 'First due date' : 'Due date'}
              defaultTime={defaultTimes.task}
            />
            {/* A file belongs to a single task, so a recurring task cannot have one. */}
            {!task && !hasFile && <RepeatFields isOptional />}
            <FormPair>
              {!isPart(task) && <TaskTypeField />}
              {isForOne && !isRecurring && (
                <FormSelect name="status" label="Status" options={statusOptions} />
              )}
            </FormPair>
            <OwnerField
              owner={edit.record?.owner ?? null}
              {...(!task && { placeholder: 'Partner manager' })}
            />
          </div>
        </fieldset>
        {!isPart(task) && !isRecurring && <TaskFile file={file} onRetry={() => edit.submit()} />}
      </DialogForm>
    </UploadDialog>
  )
}

const statusOptions = taskStatuses.map((value) => ({ value, label: taskStatusLabels[value] }))

const showNotSaved = (task: AnyTask | null) => {
  toast({
    title: failureTitle(),
    description: task ? 'Failed to update task' : 'Failed to create task',
    tone: 'danger',
  })
}
