import { useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { FormInput } from '#client/ui/form-fields.tsx'
import { FormPair } from '#client/ui/form-section.tsx'
import { dateRange } from '#contract/date-range.ts'
import { calendarDay } from '#contract/fields.ts'

export const optionalDay = z
  .string()
  .transform((day) => day || null)
  .pipe(calendarDay.nullable())

/** The dates of an agreement as a form has them; an empty string means no date. */
export const datesShape = { effectiveOn: optionalDay, endsOn: optionalDay }

/** The fields for the first and the last day on which an agreement is in effect. */
export function DatesInputs() {
  return (
    <FormPair>
      <FormInput
        name="effectiveOn"
        label="Effective date"
        type="date"
        hint="Leave empty for the day it is signed"
        {...dateRange}
      />
      <EndInput />
    </FormPair>
  )
}

export const EndInput = () => (
  <FormInput
    name="endsOn"
    label="End date"
    type="date"
    hint="The last day in force. Leave empty for no end"
    {...dateRange}
  />
)

/** The field for whether an agreement ends the ones that were signed before. */
export function ReplacesInput() {
  const { register } = useFormContext<{ replacesEarlier: boolean }>()
  return (
    <Checkbox
      {...register('replacesEarlier')}
      label={
        <>
          Replaces earlier agreements
          <span className="block text-13 text-muted">
            Earlier ones of this type end on the day this one is signed.
          </span>
        </>
      }
    />
  )
}
