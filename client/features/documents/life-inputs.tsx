import { useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { FormInput } from '#client/ui/form-fields.tsx'
import { FormPair } from '#client/ui/form-section.tsx'
import { dateRange } from '#contract/date-range.ts'
import { calendarDay } from '#contract/fields.ts'

const optionalDay = z
  .string()
  .transform((day) => day || null)
  .pipe(calendarDay.nullable())

/** The dates of an agreement as a form has them, empty for none. */
export const datesShape = { effectiveOn: optionalDay, endsOn: optionalDay }

/** From which day an agreement is in effect, and which day is its last. */
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
      <FormInput
        name="endsOn"
        label="End date"
        type="date"
        hint="The last day in force. Leave empty for no end"
        {...dateRange}
      />
    </FormPair>
  )
}

/** Whether an agreement ends what was signed before. */
export function ReplacesInput() {
  const { register } = useFormContext<{ replacesEarlier: boolean }>()
  return (
    <Checkbox
      {...register('replacesEarlier')}
      label={
        <>
          Replaces what was signed before
          <span className="block text-13 text-muted">
            Earlier agreements of this type end on the day this one is signed.
          </span>
        </>
      }
    />
  )
}
