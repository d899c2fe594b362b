import { type FieldErrors, useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { calendarDay, momentOf, timeOfDay } from '#client/lib/local-moment.ts'
import { Field, TextInput } from '#client/ui/field.tsx'
import { FormPair } from '#client/ui/form-section.tsx'
import { dateRange, isInDateRange, outsideDateRange } from '#contract/date-range.ts'

/** A moment as form fields, in the time zone of the user. An empty time means the default time. */
export type DateAndTime = { day: string; time: string }

type DefaultTime = {
  /** The time as `HH:MM`. */
  time: string
  /** The time as it is shown, such as "5:00 PM". */
  label: string
}

/** The times that are used when only a day is given; docs/decisions/0014 explains the choice. */
export const defaultTimes = {
  task: { time: '17:00', label: '5:00 PM' },
  activation: { time: '12:00', label: '12:00 PM' },
} satisfies Record<string, DefaultTime>

/** @param missing the message when no day is given */
export const dateAndTimeSchema = (missing: string) => ({
  day: z
    .string()
    .min(1, missing)
    .refine((day) => day === '' || isInDateRange(day), outsideDateRange),
  time: z.string(),
})

/** Converts an ISO moment to form fields, in the time zone of the user unless an IANA zone is given. */
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
 * Returns the moment to send to the server.
 * @param former the initial moment, which is sent unchanged, including its seconds, if the fields still show it
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

type DateAndTimeFieldsProps = {
  label: string
  defaultTime: DefaultTime
  /** Called with each day that the user types, and with an empty text while it is incomplete. */
  onDayChange?: (day: string) => void
}

/** Two form fields for a day and an optional time, for use within a form. */
export function DateAndTimeFields({ label, defaultTime, onDayChange }: DateAndTimeFieldsProps) {
  const { register, formState } = useFormContext<DateAndTime>()
  const errors: FieldErrors<DateAndTime> = formState.errors
  return (
    <FormPair>
      <Field label={label} required error={errors.day?.message}>
        <TextInput
          type="date"
          {...dateRange}
          {...register('day', { onChange: ({ target }) => onDayChange?.(target.value) })}
        />
      </Field>
      <Field label="Time" hint={`Defaults to ${defaultTime.label}`}>
        <TextInput type="time" {...register('time')} />
      </Field>
    </FormPair>
  )
}
