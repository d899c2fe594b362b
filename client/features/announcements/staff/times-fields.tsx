import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { dateAndTimeOf, toIsoMoment } from '#client/domain/date-and-time.tsx'
import { FormInput, FormSelect } from '#client/ui/form-fields.tsx'
import { FormPair } from '#client/ui/form-section.tsx'
import type { AdminAnnouncement } from '#contract/announcements.ts'
import { dateRange, isInDateRange, outsideDateRange } from '#contract/date-range.ts'

/** When an announcement is published and when it ends, as the fields of the form. */
export type Times = {
  publish: 'now' | 'at'
  publishDay: string
  publishTime: string
  ends: 'never' | 'at'
  endDay: string
  endTime: string
}

// Without a chosen time, an announcement is published in the morning, and ends at the end of its last day.
const defaultPublish = { time: '09:00', label: '9:00 AM' }
const defaultEnd = { time: '23:59', label: '11:59 PM' }

const day = z.string().refine((text) => text === '' || isInDateRange(text), outsideDateRange)

export const timesShape = {
  publish: z.enum(['now', 'at']),
  publishDay: day,
  publishTime: z.string(),
  ends: z.enum(['never', 'at']),
  endDay: day,
  endTime: z.string(),
}

type Context = { addIssue: (issue: { code: 'custom'; path: string[]; message: string }) => void }

export const checkTimes = ({ publish, publishDay, ends, endDay }: Times, { addIssue }: Context) => {
  const require = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message })
  if (publish === 'at' && !publishDay) require('publishDay', 'Enter the publish date')
  if (ends === 'at' && !endDay) require('endDay', 'Enter the end date')
}

export const timesOf = (record: AdminAnnouncement | null): Times => {
  const publishing = dateAndTimeOf(record?.publishAt, defaultPublish)
  const end = dateAndTimeOf(record?.endsAt, defaultEnd)
  return {
    publish: record ? 'at' : 'now',
    publishDay: publishing.day,
    publishTime: publishing.time,
    ends: record?.endsAt ? 'at' : 'never',
    endDay: end.day,
    endTime: end.time,
  }
}

/** Converts the fields to what the server expects. A time that the user did not change is sent exactly as it was stored. */
export const sentTimes = (times: Times, record: AdminAnnouncement | null) => ({
  publishAt:
    times.publish === 'at'
      ? toIsoMoment({ day: times.publishDay, time: times.publishTime }, defaultPublish, record?.publishAt)
      : null,
  endsAt:
    times.ends === 'at'
      ? toIsoMoment({ day: times.endDay, time: times.endTime }, defaultEnd, record?.endsAt)
      : null,
})

// Maps the names that the server uses in errors to the fields of the form.
export const timeFieldNames = { publishAt: 'publishDay', endsAt: 'endDay' }

/** @param isPublished whether the announcement is published, so that its start can no longer change */
export function TimesFields({ isPublished }: { isPublished: boolean }) {
  const [publish, ends] = useWatch<Times, ['publish', 'ends']>({ name: ['publish', 'ends'] })
  return (
    <>
      {isPublished ? (
        <EndSelect />
      ) : (
        <FormPair>
          <FormSelect
            name="publish"
            label="Publish"
            options={[
              { value: 'now', label: 'Now' },
              { value: 'at', label: 'At a set time' },
            ]}
          />
          <EndSelect />
        </FormPair>
      )}
      {!isPublished && publish === 'at' && (
        <MomentFields
          day="publishDay"
          time="publishTime"
          label="Publish"
          defaultTime={defaultPublish.label}
        />
      )}
      {ends === 'at' && (
        <MomentFields day="endDay" time="endTime" label="End" defaultTime={defaultEnd.label} />
      )}
    </>
  )
}

function EndSelect() {
  return (
    <FormSelect
      name="ends"
      label="Ends"
      options={[
        { value: 'never', label: 'No end date' },
        { value: 'at', label: 'At a set time' },
      ]}
    />
  )
}

type MomentFieldsProps = { day: string; time: string; label: string; defaultTime: string }

function MomentFields({ day, time, label, defaultTime }: MomentFieldsProps) {
  return (
    <FormPair>
      <FormInput name={day} label={`${label} date`} type="date" required {...dateRange} />
      <FormInput name={time} label={`${label} time`} type="time" hint={`Defaults to ${defaultTime}`} />
    </FormPair>
  )
}
