import { useId } from 'react'
import type { AddressView } from '#client/lib/address-view.ts'
import { type DayRange, isBackwards } from '#client/lib/day-range.ts'
import { dateRange } from '#contract/date-range.ts'
import { FieldError, Select, TextInput } from './field.tsx'

type ChoiceProps = {
  view: AddressView
  /** In the address. */
  name: string
  label: string
  value: string
  /** The label of the empty value, where there is one. */
  none?: string
  options: readonly (readonly [value: string, label: string])[]
  /** The label of a value that is not among the options, such as one from an old link. */
  other?: string
  /** The other changes of the address that go with it. */
  clears?: Record<string, null>
  className?: string
}

/** One of the filters of a list, which are in the address. */
export function Choice(props: ChoiceProps) {
  const { view, name, label, value, none, options, other = value, clears, className = '@4xl:w-33' } = props
  const isKnown = value === '' || options.some(([option]) => option === value)
  return (
    <Select
      aria-label={label}
      value={value}
      onChange={({ target }) => view.change({ ...clears, [name]: target.value })}
      className={className}
    >
      {none && <option value="">{none}</option>}
      {(isKnown ? options : [...options, [value, other] as const]).map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </Select>
  )
}

type DaysProps = { view: AddressView; range: DayRange; labels: [from: string, until: string] }

/** The first and the last day of what is listed. */
export function Days({ view, range, labels: [from, until] }: DaysProps) {
  const problemId = useId()
  const problem = isBackwards(range) ? problemId : undefined
  return (
    <>
      <Day view={view} name="from" label={from} value={range.from} />
      <Day view={view} name="until" label={until} value={range.until} describedBy={problem} />
      {problem && <FieldError id={problem}>Choose the first day or a later one</FieldError>}
    </>
  )
}

type DayProps = Pick<ChoiceProps, 'view' | 'name' | 'label' | 'value'> & { describedBy?: string | undefined }

/** Replaces the address, since every key typed into a date is a change that Back would step through. */
function Day({ view, name, label, value, describedBy }: DayProps) {
  const id = useId()
  return (
    <span className="flex items-center gap-2">
      <label htmlFor={id} className="min-w-9 shrink-0 text-13 text-muted">
        {label}
      </label>
      <TextInput
        id={id}
        type="date"
        {...dateRange}
        value={value}
        aria-invalid={describedBy ? true : undefined}
        aria-describedby={describedBy}
        onChange={({ target }) => view.change({ [name]: target.value }, { replace: true })}
        className="@4xl:w-36"
      />
    </span>
  )
}
