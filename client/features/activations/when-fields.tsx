import { DateAndTimeFields, defaultTimes } from '#client/domain/date-and-time.tsx'
import { ownZone, zoneOptions } from '#client/domain/time-zones.ts'
import { FormInput, FormSelect } from '#client/ui/form-fields.tsx'
import { FormPair } from '#client/ui/form-section.tsx'
import { dateRange } from '#contract/date-range.ts'
import { limits } from '#contract/limits.ts'

type WhenFieldsProps = {
  /** The time zone that the activation has, which the list of zones may not contain. */
  zone: string | null | undefined
  /** Whether the times may be shown in each reader's time zone. */
  hasNoZone: boolean
}

/** The fields for when and where an activation takes place. */
export function WhenFields({ zone, hasNoZone }: WhenFieldsProps) {
  return (
    <>
      <DateAndTimeFields label="Activation date" defaultTime={defaultTimes.activation} />
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
