import { useQuery } from '@tanstack/react-query'
import { useController, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { call } from '#client/lib/api.ts'
import { notInEventStream, readOf } from '#client/lib/query-client.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Field, TextArea } from '#client/ui/field.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { FormInput, FormSelect } from '#client/ui/form-fields.tsx'
import { limits } from '#contract/limits.ts'
import type { TaskSetTrigger } from '#contract/task-plans/plans.ts'
import { SaveTaskSet, type TaskSet } from '#contract/task-plans/sets.ts'
import { useSaveSet } from '../mutations.ts'
import { OpenedPlan, type PlanOpening } from '../opened-plan.tsx'
import { useSet } from '../queries.ts'
import { defaultEventDays } from './event-days.tsx'
import { TemplatesField } from './templates-field.tsx'

type SetValues = {
  name: string
  givenWhen: TaskSetTrigger
  partnerGroup: string
  templateIds: string[]
  eventDays: Record<string, number>
  weekdaysOnly: boolean
  recapQuestions: string[]
}

const valuesOf = (set: TaskSet | null): SetValues => ({
  name: set?.name ?? '',
  givenWhen: set?.givenWhen ?? 'onboarding',
  partnerGroup: set?.partnerGroup ?? '',
  templateIds: set?.templates.map(({ id }) => id) ?? [],
  eventDays: Object.fromEntries(
    set?.templates.map(({ id, eventDays }) => [id, eventDays ?? defaultEventDays]) ?? [],
  ),
  weekdaysOnly: set?.weekdaysOnly ?? false,
  recapQuestions: set?.recapQuestions ?? [],
})

const once = 'From now on, each partner gets it once. Assign it manually to partners already there.'

const hints: Partial<Record<TaskSetTrigger, string>> = {
  onboarding: once,
  group: once,
  event: 'A plan: its tasks are due on days counted from the event that you choose it for.',
}

const triggerOptions: { value: TaskSetTrigger; label: string }[] = [
  { value: 'onboarding', label: 'When a partner completes onboarding' },
  { value: 'group', label: 'When a partner joins a group' },
  { value: 'event', label: 'For an event' },
  { value: 'never', label: 'Only manually' },
]

/** Creates or edits a set of tasks. */
export function SetDialog({ planId, ...opening }: PlanOpening) {
  return (
    <OpenedPlan title="Edit set" query={useSet(planId)} {...opening}>
      {(set) => <SetForm set={set} {...opening} />}
    </OpenedPlan>
  )
}

type SetFormProps = Omit<PlanOpening, 'planId'> & { set: TaskSet | null }

function SetForm({ set, open, onClose }: SetFormProps) {
  const { mutateAsync: save, isPending } = useSaveSet()
  const edit = useEditForm<SetValues, z.output<typeof SaveTaskSet>, TaskSet>({
    schema: SaveTaskSet,
    record: set,
    valuesOf,
    save: async (body, record) => {
      await save({ record, body })
      onClose()
    },
    reload: ({ id }) => call('GET /api/admin/task-sets/:id', { params: { id } }),
  })
  const { control } = edit.form
  const givenWhen = useWatch({ control, name: 'givenWhen' })
  const groups = useGroupOptions(useWatch({ control, name: 'partnerGroup' }))
  return (
    <EditDialog
      open={open}
      onOpenChange={onClose}
      title={set ? 'Edit set' : 'New set'}
      description={set ? 'Tasks already assigned stay as they are.' : undefined}
      edit={edit}
      what="This set"
      submitLabel={isPending ? 'Saving...' : set ? 'Save changes' : 'Create set'}
      isPending={isPending}
    >
      <FormInput name="name" label="Name" required autoComplete="off" maxLength={limits.name} />
      <FormSelect name="givenWhen" label="Assign" options={triggerOptions} hint={hints[givenWhen]} />
      {(givenWhen === 'onboarding' || givenWhen === 'group') && (
        <FormSelect
          name="partnerGroup"
          label="Group"
          required={givenWhen === 'group'}
          placeholder={givenWhen === 'group' ? 'Choose a group' : 'All partners'}
          options={groups}
        />
      )}
      <TemplatesField known={set?.templates ?? []} isPlan={givenWhen === 'event'} />
      {givenWhen === 'event' && (
        <>
          <WeekdaysField />
          <QuestionsField />
        </>
      )}
    </EditDialog>
  )
}

function WeekdaysField() {
  const { field } = useController<SetValues, 'weekdaysOnly'>({ name: 'weekdaysOnly' })
  return (
    <Checkbox
      label="Weekdays only: on a weekend, tasks before the event are due on Friday, tasks after it on Monday"
      checked={field.value}
      onChange={({ target }) => field.onChange(target.checked)}
    />
  )
}

/** The questions of the plan, one in each line. */
function QuestionsField() {
  const { field, fieldState } = useController<SetValues, 'recapQuestions'>({ name: 'recapQuestions' })
  return (
    <Field
      label="The recap also asks"
      hint="One question in each line, for example: How many flyers were left?"
      error={fieldState.error?.message ?? fieldState.error?.root?.message}
    >
      <TextArea
        rows={3}
        value={field.value.join('\n')}
        onChange={({ target }) => field.onChange(target.value.split('\n'))}
        onBlur={field.onBlur}
        ref={field.ref}
      />
    </Field>
  )
}

/** Returns the groups that partners are in, and the chosen one even if it no longer has partners. */
const useGroupOptions = (chosen: string) => {
  const { data } = useQuery({ ...readOf('/api/admin/audience'), ...notInEventStream })
  const names = (data?.groups ?? []).map(({ name }) => name)
  const all = chosen && !names.includes(chosen) ? [chosen, ...names] : names
  return all.map((value) => ({ value, label: value }))
}
