import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { DateAndTimeFields, defaultTimes } from '#client/domain/date-and-time.tsx'
import { ownZone, zoneOptions } from '#client/domain/time-zones.ts'
import { FormInput, FormSelect } from '#client/ui/form-fields.tsx'
import { FormPair } from '#client/ui/form-section.tsx'
import { dateRange } from '#contract/date-range.ts'
import { limits } from '#contract/limits.ts'
import { endDayFor, haveLength, type WhenValues } from './activation-form.ts'

type WhenFieldsProps = {
  /** The time zone that the activation has, which the list of zones may not contain. */
  zone: string | null | undefined
  /** Whether the times may be shown in each reader's time zone. */
  hasNoZone: boolean
}

/** The fields for when and where an activation takes place. */
export function WhenFields({ zone, hasNoZone }: WhenFieldsProps) {
  const handleDayChange = useEndThatMoves()
  return (
    <>
      <DateAndTimeFields
        label="Activation date"
        defaultTime={defaultTimes.activation}
        onDayChange={handleDayChange}
      />
      <FormPair>
        <FormInput
          name="endDay"
          label="End date"
          type="date"
          hint="Leave empty for the same day"
          {...dateRange}
        />
        <FormInput name="endTime" label="End time" type="time" />
      </FormPair>
      <FormSelect
        name="timeZone"
        label="Time zone"
        options={zoneOptions(zone || ownZone())}
        placeholder={hasNoZone ? "Each reader's time zone" : undefined}
      />
      <FormInput name="place" label="Place" autoComplete="off" maxLength={limits.name} />
    </>
  )
}

/** Moves the end date of the form along with its start date. Returns what to call when the user changes the start date. */
const useEndThatMoves = () => {
  const { getValues, setValue, formState } = useFormContext<WhenValues>()
  const [day, endDay] = useWatch<WhenValues, ['day', 'endDay']>({ name: ['day', 'endDay'] })
  // While a date is being typed, the length of the event stays that of the last complete dates.
  const formerRef = useRef({ day, endDay })
  useEffect(() => {
    if (haveLength({ day, endDay })) formerRef.current = { day, endDay }
  }, [day, endDay])

  return (typed: string) => {
    const end = getValues('endDay')
    const moved = endDayFor({ day: typed, endDay: end }, formerRef.current)
    if (moved === end) return
    setValue('endDay', moved, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  }
}
