import { z } from 'zod'
import { audienceOf, withoutView } from '#client/domain/audience/audience.ts'
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
import { knownZone, zoneLabel } from '#client/domain/time-zones.ts'
import { call } from '#client/lib/api.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import type { TaskSeries } from '#contract/task-plans/series.ts'
import { useUpdateSeries } from '../mutations.ts'
import { OpenedPlan, type PlanOpening } from '../opened-plan.tsx'
import { useSeries } from '../queries.ts'

type SeriesValues = DateAndTime & WithAudience & PlannedValues & RepeatValues

const seriesSchema = z
  .object({
    ...plannedShape,
    ...dateAndTimeSchema('Due date is required'),
    ...repeatShape,
    ...audienceShape,
  })
  .superRefine(checkAudience)

/** Returns the due date that the form shows: the next one or, if there is none, the first. */
const shownDue = (series: TaskSeries) => series.nextDueAt ?? series.startsAt

const valuesOf = (series: TaskSeries | null): SeriesValues => ({
  ...plannedValuesOf(series),
  ...dateAndTimeOf(series && shownDue(series), defaultTimes.task, knownZone(series?.timeZone ?? null)),
  ...repeatValuesOf(series, 'weekly'),
  partner: null,
  audience: audienceOf(series ?? {}),
})

/** Edits a recurring task. */
export function SeriesDialog({ planId, ...opening }: PlanOpening) {
  return (
    <OpenedPlan title="Edit recurring task" query={useSeries(planId)} {...opening}>
      {(series) => series && <SeriesForm series={series} {...opening} />}
    </OpenedPlan>
  )
}

type SeriesFormProps = Omit<PlanOpening, 'planId'> & { series: TaskSeries }

function SeriesForm({ series, open, onClose }: SeriesFormProps) {
  const { mutateAsync: update, isPending } = useUpdateSeries()
  const edit = useEditForm<SeriesValues, z.output<typeof seriesSchema>, TaskSeries>({
    schema: seriesSchema,
    record: series,
    valuesOf,
    fieldNames: { startsAt: 'day', ...audienceFieldNames },
    save: async ({ day, time, partner, audience, frequency, ...values }, record) => {
      if (!record) return
      const zone = knownZone(record.timeZone)
      const due = toIsoMoment({ day, time }, defaultTimes.task, shownDue(record), zone)
      await update({
        id: record.id,
        body: {
          ...values,
          frequency: frequency || record.frequency,
          ...withoutView(record),
          ...sentFor({ partner, audience }),
          // The due date is sent only if it was changed: a task that was first due on the 31st must return to the 31st.
          ...(due !== shownDue(record) && { startsAt: due }),
          updatedAt: record.updatedAt,
        },
      })
      onClose()
    },
    reload: ({ id }) => call('GET /api/admin/task-series/:id', { params: { id } }),
  })
  return (
    <EditDialog
      open={open}
      onOpenChange={onClose}
      title="Edit recurring task"
      description={`Changes future tasks only. Times are in ${zoneLabel(series.timeZone)}.`}
      edit={edit}
      what="This recurring task"
      submitLabel={isPending ? 'Saving...' : 'Save changes'}
      isPending={isPending}
    >
      <AudienceField isOneOffered={false} />
      <NameAndInstructions />
      <DateAndTimeFields label="Next due date" defaultTime={defaultTimes.task} />
      <RepeatFields />
      <TaskTypeField />
      <OwnerField owner={edit.record?.owner ?? null} />
    </EditDialog>
  )
}
