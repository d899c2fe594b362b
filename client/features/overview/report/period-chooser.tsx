import { useId, useState } from 'react'
import { useAddressView } from '#client/lib/address-view.ts'
import { Button } from '#client/ui/button.tsx'
import { FieldError, TextInput } from '#client/ui/field.tsx'
import { FilterLinks } from '#client/ui/filter-links.tsx'
import { reportPeriodLabels, reportPeriods } from '#contract/report-metrics.ts'

type Period = { from: string; to: string }

/** Chooses the period of the report, in the address: one with a name, or any days. */
export function PeriodChooser({ shown }: { shown: Period | undefined }) {
  const view = useAddressView()
  const from = view.get('from')
  const period = view.get('period')
  return (
    <div className="grid gap-3">
      <FilterLinks
        label="Period"
        choices={[
          ...reportPeriods.map((name) => ({
            label: reportPeriodLabels[name],
            href: view.with({ period: name, from: null, to: null }),
            isChosen: !from && period === name,
          })),
          {
            label: 'Other days',
            href: view.with({ period: null, ...shown }),
            isChosen: Boolean(from),
          },
        ]}
      />
      {from && <DayFields key={`${from} ${view.get('to')}`} from={from} to={view.get('to')} />}
    </div>
  )
}

function DayFields({ from, to }: Period) {
  const view = useAddressView()
  const id = useId()
  const errorId = `${id}-error`
  const [days, setDays] = useState({ from, to })
  const isBackwards = days.from > days.to
  const field = (name: keyof Period, label: string) => (
    <p className="flex items-center gap-2">
      <label htmlFor={`${id}-${name}`} className="min-w-9 text-13 text-muted">
        {label}
      </label>
      <TextInput
        id={`${id}-${name}`}
        type="date"
        required
        value={days[name]}
        onChange={({ target }) => setDays({ ...days, [name]: target.value })}
        aria-invalid={isBackwards}
        aria-describedby={isBackwards ? errorId : undefined}
        className="w-40"
      />
    </p>
  )
  return (
    <form
      aria-label="Days"
      className="flex flex-wrap items-center gap-x-4 gap-y-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBackwards) view.change({ period: null, ...days })
      }}
    >
      {field('from', 'From')}
      {field('to', 'To')}
      <Button type="submit">Show</Button>
      {isBackwards && <FieldError id={errorId}>The last day is before the first</FieldError>}
    </form>
  )
}
