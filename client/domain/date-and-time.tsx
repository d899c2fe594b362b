import { type FieldErrors, useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { calendarDay, momentOf, timeOfDay } from '#client/lib/local-moment.ts'
import { Field, TextInput } from '#client/ui/field.tsx'
import { FormPair } from '#client/ui/form-section.tsx'
import { dateRange, isInDateRange, outsideDateRange } from '#contract/date-range.ts'

/** A moment as the fields of a form, in the time zone of the user. An empty time is the default one. */
export type DateAndTime = { day: string; time: string }

type DefaultTime = {
  /** `HH:MM` */
  time: string
  /** As people write it. */
  label: string
}

/** The time of a moment without one; docs/decisions/0014 explains the choice. */
export const defaultTimes = {
  task: { time: '17:00', label: '5:00 PM' },
  activation: { time: '12:00', label: '12:00 PM' },
} satisfies Record<string, DefaultTime>

/** @param missing the message where no day is given */
export const dateAndTimeSchema = (missing: string) => ({
  day: z
    .string()
    .min(1, missing)
    .refine((day) => day === '' || isInDateRange(day), outsideDateRange),
  time: z.string(),
})

/** In the time zone of the user unless another IANA zone is named. */
export const dateAndTimeOf = (
  iso: string | null | undefined,
  { time: defaultTime }: Pick<DefaultTime, 'time'>,
  timeZone?: string,
): DateAndTime => {
  if (!iso) return { day: '', time: '' }
  const moment = new Date(iso)
  const time = timeOfDay(moment, timeZone)
  return { day: calendarDay(moment, timeZone), time: time === defaultTime ? '' : time }
}

/**
 * The moment to send to the server.
 * @param former the initial moment, which is sent unchanged, with its seconds, while the fields still show it
 */
export const toIsoMoment = (
  { day, time }: DateAndTime,
  defaultTime: Pick<DefaultTime, 'time'>,
  former?: string | null,
  timeZone?: string,
): string => {
  if (former) {
    const shown = dateAndTimeOf(former, defaultTime, timeZone)
    if (shown.day === day && shown.time === time) return former
  }
  return (momentOf(day, time || defaultTime.time, timeZone) ?? new Date(Number.NaN)).toISOString()
}

/** A day and, where it matters, a time: two fields of the form around them. */
export function DateAndTimeFields({ label, defaultTime }: { label: string; defaultTime: DefaultTime }) {
  const { register, formState } = useFormContext<DateAndTime>()
  const errors: FieldErrors<DateAndTime> = formState.errors
  return (
    <FormPair>
      <Field label={label} required error={errors.day?.message}>
        <TextInput type="date" {...dateRange} {...register('day')} />
      </Field>
      <Field label="Time" hint={`Defaults to ${defaultTime.label}`}>
        <TextInput type="time" {...register('time')} />
      </Field>
    </FormPair>
  )
}
