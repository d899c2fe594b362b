import { type ComponentType, type ReactNode, useId } from 'react'
import type { AddressView } from '#client/lib/address-view.ts'
import { isBackwards } from '#client/lib/day-range.ts'
import type { ListDays, ListFilter, ListView } from '#client/lib/list-view.ts'
import { dateRange } from '#contract/date-range.ts'
import { limits } from '#contract/limits.ts'
import { FieldError, Select, TextInput } from './field.tsx'
import { FilterBar } from './filter-bar.tsx'
import { FilterChip, FilterChips } from './filter-chips.tsx'
import { SearchField } from './search-field.tsx'

type Options = readonly (readonly [value: string, label: string])[]

type Search = { label: string; placeholder: string }

type Choice = {
  label: string
  /** The label of the empty value, if the empty value can be chosen. */
  none?: string
  options?: Options
  /** A hook that returns more options, which are read from the server. */
  useOptions?: () => Options
  /** The label of a value that is not among the options, such as one from an old link. */
  other?: string
  /** The other query parameters that a choice removes from the address. */
  clears?: Record<string, null>
  className?: string
  /** The value when the address has none. */
  fallback?: string
}

export type FilterFieldProps = { view: AddressView; name: string; value: string }

/** A filter with its control above the list. A filter without a control is set only through links. */
export type ShownFilter = ListFilter & {
  search?: Search
  choice?: Choice
  Field?: ComponentType<FilterFieldProps>
  /** Whether the filter is used less often, so that a button shows it. A list with such filters shows which narrow it, each with its removal. */
  isMore?: boolean
  /** The text that says how a filter without a control narrows the list. */
  chip?: string
  /** Whether the filter does not count as narrowing, because it chooses a different list rather than a part of the list. */
  isUncounted?: boolean
}

/** Returns a filter with a search field. The filter must be named `search`. */
export const searchFilter = (label: string, placeholder: string): ShownFilter => ({
  read: (text) => text.slice(0, limits.name),
  search: { label, placeholder },
})

/** Returns a filter with a select. */
export const choiceFilter = (choice: Choice, filter: Partial<ShownFilter> = {}): ShownFilter => ({
  read: (text) => choice.options?.find(([value]) => value === text)?.[0] ?? choice.fallback ?? '',
  choice,
  ...filter,
})

/** The column that an order sorts by, such as `due` of `-due`. */
type ColumnOf<Sort extends string> = Sort extends `-${infer Column}` ? Column : Sort

type Orders<Sort extends string> = {
  sorts: readonly Sort[]
  /** The labels of the orders of each column: ascending, then descending. */
  labels: Record<ColumnOf<Sort>, readonly [string, string]>
  fallback?: Sort
  className?: string
}

/** Returns the select for the order of a list. */
export const orderFilter = <Sort extends string>({ sorts, labels, ...choice }: Orders<Sort>) =>
  choiceFilter({
    label: 'Order',
    options: sorts.map((sort) => [
      sort,
      labels[sort.replace('-', '') as ColumnOf<Sort>][sort.startsWith('-') ? 1 : 0],
    ]),
    ...choice,
  })

type FilteredList = {
  filters: Record<string, ShownFilter>
  order?: ShownFilter
  days?: ListDays
  size?: 'few' | 'many'
}

type ListFilterBarProps = {
  list: FilteredList
  view: ListView
  besideSearch?: ReactNode
  tools?: ReactNode
  saved?: ReactNode
}

/** The filters that narrow a list, each with its removal, and the content after them; null where there is nothing to show. */
export function ActiveFilters({ list: { filters }, view, saved }: ListFilterBarProps) {
  const { search: _search, ...others } = filters
  const hasMore = Object.values(others).some(({ isMore }) => isMore)
  // A filter that only links set has no label. Its list says in words that it is on.
  const active = Object.entries(others).filter(
    ([name, { chip, choice }]) => view.narrowedBy.includes(name) && (chip ?? choice),
  )
  if (!saved && !(hasMore && active.length > 0)) return null
  return (
    <FilterChips
      end={saved}
      isInBar={active.every(([, filter]) => hasFieldInBar(filter))}
      clearHref={active.length > 1 && view.with({ ...view.noFilters, search: view.get('search') })}
    >
      {active.map(([name, filter]) => (
        <ActiveFilter key={name} view={view} name={name} value={view.values[name] ?? ''} filter={filter} />
      ))}
    </FilterChips>
  )
}

/** The filters and the order of a list, shown above it. */
export function ListFilterBar({ list, view, besideSearch, tools, saved }: ListFilterBarProps) {
  const { filters, order, days, size = 'few' } = list
  const { search, ...others } = filters
  const more = Object.entries(others).filter(([, { isMore }]) => isMore)
  const orderField = order && <FilterField view={view} name="sort" value={view.sort} filter={order} />
  const showField = ([name, filter]: [string, ShownFilter]) => (
    <FilterField key={name} view={view} name={name} value={view.values[name] ?? ''} filter={filter} />
  )
  const hasFields = order !== undefined || days !== undefined || Object.keys(others).length > 0
  const isCounted = (name: string) => name !== 'search' && !filters[name]?.isUncounted
  return (
    <FilterBar
      size={size}
      active={view.narrowedBy.filter(isCounted).length}
      more={
        more.length > 0 && (
          <>
            {more.map(showField)}
            {orderField}
          </>
        )
      }
      besideSearch={besideSearch}
      end={tools}
      chips={<ActiveFilters list={list} view={view} saved={saved} />}
      search={
        search?.search && (
          <SearchField
            maxLength={limits.name}
            {...search.search}
            value={view.values.search ?? ''}
            onSearch={(text) => view.change({ search: text }, { replace: true })}
          />
        )
      }
    >
      {hasFields && (
        <>
          {Object.entries(others)
            .filter(([, { isMore }]) => !isMore)
            .map(showField)}
          {more.length === 0 && orderField}
          {days && (days.ofFilters?.isShown(view.values) ?? true) && (
            <Days view={view} labels={days.labels} />
          )}
        </>
      )}
    </FilterBar>
  )
}

function FilterField({ filter: { choice, Field }, ...field }: FilterFieldProps & { filter: ShownFilter }) {
  if (choice) return <ChoiceField {...field} {...choice} />
  return Field ? <Field {...field} /> : null
}

const noMore = (): Options => []

/** Returns whether a filter has a field on the line of the search, if there is room for it. */
const hasFieldInBar = ({ isMore, chip }: ShownFilter) => !isMore && chip === undefined

/** A filter that narrows the list, such as "Status: Pending". */
function ActiveFilter({ filter, view, name, value }: FilterFieldProps & { filter: ShownFilter }) {
  const { chip, choice } = filter
  const { label = '', options = [], useOptions = noMore, other = value } = choice ?? {}
  const offered = [...options, ...useOptions()]
  const text = chip ?? `${label}: ${offered.find(([option]) => option === value)?.[1] ?? other}`
  return (
    <FilterChip text={text} isInBar={hasFieldInBar(filter)} onRemove={() => view.change({ [name]: null })} />
  )
}

function ChoiceField({
  view,
  name,
  value,
  label,
  none,
  options = [],
  useOptions = noMore,
  other = value,
  clears,
  fallback,
  className = '@4xl:w-33',
}: FilterFieldProps & Choice) {
  const offered = [...options, ...useOptions()]
  const isKnown = value === '' || offered.some(([option]) => option === value)
  return (
    <Select
      aria-label={label}
      value={value}
      onChange={({ target: { value: next } }) =>
        view.change({ ...clears, [name]: next === fallback ? null : next })
      }
      className={className}
    >
      {none && <option value="">{none}</option>}
      {(isKnown ? offered : [...offered, [value, other] as const]).map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </Select>
  )
}

/** The fields for the first and the last day of a list. */
function Days({ view, labels: [from, until] }: { view: ListView; labels: readonly [string, string] }) {
  const problemId = useId()
  const problem = isBackwards(view.range) ? problemId : undefined
  return (
    <>
      <Day view={view} name="from" label={from} value={view.range.from} />
      <Day view={view} name="until" label={until} value={view.range.until} describedBy={problem} />
      {problem && <FieldError id={problem}>Choose the start date or later</FieldError>}
    </>
  )
}

type DayProps = FilterFieldProps & { label: string; describedBy?: string | undefined }

/** A date field. Its changes replace the history entry, since every typed key is a change that Back would step through. */
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
