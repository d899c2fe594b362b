import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form'
import { ApiError, call } from '#client/lib/api.ts'
import { readOf } from '#client/lib/query-client.ts'
import { showRefusal } from '#client/lib/show-failure.ts'
import { toast } from '#client/lib/toast.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { EditConflict } from '#client/ui/edit-conflict.tsx'
import { Field } from '#client/ui/field.tsx'
import { SubmitFooter } from '#client/ui/form-dialog.tsx'
import { Select } from '#client/ui/select.tsx'
import { getOfficeHours, setOfficeHours } from '#contract/chat/office-hours.ts'
import { weekdays } from '#contract/chat/opening-times.ts'
import type { Received } from '#contract/endpoint.ts'
import { checkHours } from './check-hours.ts'
import { DayHours } from './day-hours.tsx'
import { Holidays } from './holidays.tsx'
import { type HoursValues, hoursOf, standingAt, valuesOf } from './hours-values.ts'

type HoursFormProps = {
  kept: Received<typeof getOfficeHours>
  isChangedRef: RefObject<boolean>
  onDone: () => void
}

/** When the team is there: whether it is told at all, the week by its own clocks, and holidays. */
export function HoursForm({ kept, isChangedRef, onDone }: HoursFormProps) {
  const client = useQueryClient()
  const [seen, setSeen] = useState(kept)
  const [conflict, setConflict] = useState<string>()
  const form = useForm<HoursValues>({ defaultValues: valuesOf(kept.hours), resolver: checkHours })
  const { isDirty } = form.formState
  isChangedRef.current = isDirty

  const saving = useMutation({
    mutationFn: (values: HoursValues) =>
      call(setOfficeHours, {
        body: { hours: hoursOf(values), ...(seen.updatedAt && { updatedAt: seen.updatedAt }) },
      }),
    onSuccess: async () => {
      toast({ title: 'Office hours saved', tone: 'positive' })
      await client.invalidateQueries({ queryKey: [getOfficeHours.path] })
      onDone()
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) setConflict(error.serverMessage)
      else showRefusal(error, 'The office hours could not be saved. Check your connection and try again.')
    },
  })

  const loadPresent = async () => {
    try {
      const present = await client.fetchQuery({ ...readOf(getOfficeHours), staleTime: 0 })
      setSeen(present)
      setConflict(undefined)
      form.reset(valuesOf(present.hours))
    } catch (error) {
      showRefusal(error, 'The office hours could not be loaded. Check your connection and try again.')
    }
  }

  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={form.handleSubmit((values) => {
          if (!saving.isPending) saving.mutate(values)
        })}
        className="grid grid-cols-1 gap-5"
      >
        <EditConflict edit={{ conflict, isGone: false, loadCurrent: loadPresent }} />
        <Standing />
        <Checkbox label="Tell partners when the team is back" {...form.register('isKept')} />
        <Hours />
        <SubmitFooter isPending={saving.isPending} words={saving.isPending ? 'Saving...' : 'Save'} />
      </form>
    </FormProvider>
  )
}

/** What the hours mean at this moment, as they are typed. */
function Standing() {
  const values = useWatch<HoursValues>() as HoursValues
  const words = standingAt(hoursOf(values), new Date())
  return (
    <div role="status">
      <Alert tone="info" title={words ?? 'Fill in the hours to see when the team is back.'} />
    </div>
  )
}

function Hours() {
  const isKept = useWatch<HoursValues, 'isKept'>({ name: 'isKept' })
  if (!isKept) return null
  return (
    <>
      <TimeZone />
      <section aria-label="Week" className="grid grid-cols-1 divide-y divide-line border-line border-y">
        {weekdays.map((weekday) => (
          <DayHours key={weekday} weekday={weekday} />
        ))}
      </section>
      <Holidays />
    </>
  )
}

const knownZones = Intl.supportedValuesOf('timeZone')

function TimeZone() {
  const value = useWatch<HoursValues, 'timeZone'>({ name: 'timeZone' })
  const { register } = useFormContext<HoursValues>()
  return (
    <Field label="Time zone" required>
      <Select {...register('timeZone')}>
        {!knownZones.includes(value) && <option value={value}>{value}</option>}
        {knownZones.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </Select>
    </Field>
  )
}
