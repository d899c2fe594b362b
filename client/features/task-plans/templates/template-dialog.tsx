import { z } from 'zod'
import { OwnerField } from '#client/domain/tasks/owner-field.tsx'
import {
  NameAndInstructions,
  type PlannedValues,
  plannedShape,
  plannedValuesOf,
  TaskTypeField,
} from '#client/domain/tasks/planned-fields.tsx'
import { call } from '#client/lib/api.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { FormInput } from '#client/ui/form-fields.tsx'
import { FormPair } from '#client/ui/form-section.tsx'
import { maxDueInDays } from '#contract/task-plans/plans.ts'
import type { TaskTemplate } from '#contract/task-plans/templates.ts'
import { useSaveTemplate } from '../mutations.ts'
import { OpenedPlan, type PlanOpening } from '../opened-plan.tsx'
import { useTemplate } from '../queries.ts'

type TemplateValues = PlannedValues & { dueInDays: string }

const wholeDays = `Enter a whole number from 0 to ${maxDueInDays}`

const templateSchema = z.object({
  ...plannedShape,
  dueInDays: z
    .string()
    .regex(/^\d{1,3}$/, wholeDays)
    .transform(Number)
    .refine((days) => days <= maxDueInDays, wholeDays),
})

const defaultDays = '7'

const valuesOf = (template: TaskTemplate | null): TemplateValues => ({
  ...plannedValuesOf(template),
  dueInDays: template ? String(template.dueInDays) : defaultDays,
})

/** Creates or edits a template of a task. */
export function TemplateDialog({ planId, ...opening }: PlanOpening) {
  return (
    <OpenedPlan title="Edit template" query={useTemplate(planId)} {...opening}>
      {(template) => <TemplateForm template={template} {...opening} />}
    </OpenedPlan>
  )
}

type TemplateFormProps = Omit<PlanOpening, 'planId'> & { template: TaskTemplate | null }

function TemplateForm({ template, open, onClose }: TemplateFormProps) {
  const { mutateAsync: save, isPending } = useSaveTemplate()
  const edit = useEditForm<TemplateValues, z.output<typeof templateSchema>, TaskTemplate>({
    schema: templateSchema,
    record: template,
    valuesOf,
    save: async (body, record) => {
      await save({ record, body })
      onClose()
    },
    reload: ({ id }) => call('GET /api/admin/task-templates/:id', { params: { id } }),
  })
  return (
    <EditDialog
      open={open}
      onOpenChange={onClose}
      title={template ? 'Edit template' : 'New template'}
      description={template ? 'Tasks already assigned stay as they are.' : undefined}
      edit={edit}
      what="This template"
      submitLabel={isPending ? 'Saving...' : template ? 'Save changes' : 'Create template'}
      isPending={isPending}
    >
      <NameAndInstructions />
      <FormPair>
        <TaskTypeField />
        <FormInput
          name="dueInDays"
          label="Due in days"
          required
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          hint="Counted from the day it's assigned, due at 5:00 PM"
        />
      </FormPair>
      <OwnerField owner={edit.record?.owner ?? null} />
    </EditDialog>
  )
}
