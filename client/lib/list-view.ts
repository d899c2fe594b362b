import { type AddressView, useAddressView } from './address-view.ts'
import { type DayRange, toTimeRange } from './day-range.ts'

type Get = (name: string) => string

/** A filter of a list, whose value is in the query of the address. */
export type ListFilter = {
  /**
   * Reads the value from the text in the address. A text that means nothing is read as an empty one.
   * @param readValue the value of another filter
   */
  read: (text: string, readValue: Get) => string
  /** Whether a value is sent as it is. An empty one never is. */
  isSent?: (value: string) => boolean
  /** Its name in the request, where that differs from the one in the address. */
  sentAs?: string
}

export type ListFilters = Record<string, ListFilter>

export type FilterValues<Filters extends ListFilters> = Record<keyof Filters, string>

/** Reads the values of the filters from an address. */
export const readFilters = <Filters extends ListFilters>(filters: Filters, get: Get) => {
  const readValue = (name: string): string => filters[name]?.read(get(name), readValue) ?? ''
  const values = Object.keys(filters).map((name) => [name, readValue(name)])
  return Object.fromEntries(values) as FilterValues<Filters>
}

/** The part of a request that says what is listed. */
export const sentFilters = <Filters extends ListFilters>(filters: Filters, values: FilterValues<Filters>) =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([name, { sentAs = name, isSent = Boolean }]) => {
      const value = values[name] ?? ''
      return value && isSent(value) ? [[sentAs, value]] : []
    }),
  )

/** The names of the filters whose value differs from the one of an address that says nothing about them. */
export const narrowingFilters = <Filters extends ListFilters>(
  filters: Filters,
  values: FilterValues<Filters>,
) =>
  Object.entries(filters).flatMap(([name, { read }]) =>
    values[name] === read('', (other) => values[other] ?? '') ? [] : [name],
  )

export type ListDays = {
  labels: readonly [from: string, until: string]
  /** For days that count only with the value of a filter, or of which another filter is made. */
  ofFilters?: {
    isShown: (values: Record<string, string>) => boolean
    timeRange: (range: DayRange, values: Record<string, string>) => DayRange
  }
}

type Shape<Filters extends ListFilters> = {
  filters: Filters
  /** The order of the rows, which narrows nothing. */
  order?: ListFilter
  /** For a list of which the first and the last day can be chosen. */
  days?: ListDays
}

export type ListView<Filters extends ListFilters = ListFilters> = AddressView & {
  values: FilterValues<Filters>
  sort: string
  /** The address of the list in another order. */
  sortedBy: (sort: string) => string
  range: DayRange
  /** What narrows the list, by the names in the address. */
  narrowedBy: string[]
  /** The changes of the address that lead to the whole list. */
  noFilters: Record<string, null>
  /** The query of the request, apart from its page. */
  query: Record<string, string>
}

/** What is listed, in which order and on which page, as the address says. */
export const useListView = <Filters extends ListFilters>({
  filters,
  order,
  days,
}: Shape<Filters>): ListView<Filters> => {
  const view = useAddressView()
  const values = readFilters(filters, view.get)
  const range = { from: view.get('from'), until: view.get('until') }
  const timeRange = days?.ofFilters?.timeRange ?? toTimeRange
  const bounds = days ? Object.entries(timeRange(range, values)).filter(([, bound]) => bound) : []
  const sort = order?.read(view.get('sort'), view.get) ?? ''
  const names = [...Object.keys(filters), ...(days ? ['from', 'until'] : [])]
  return {
    ...view,
    values,
    sort,
    sortedBy: (next) => view.with({ sort: next === order?.read('', view.get) ? null : next }),
    range,
    narrowedBy: [
      ...narrowingFilters(filters, values),
      ...(days?.ofFilters ? [] : bounds.map(([name]) => name)),
    ],
    noFilters: Object.fromEntries(names.map((name) => [name, null])),
    query: { ...sentFilters(filters, values), ...Object.fromEntries(bounds), ...(sort && { sort }) },
  }
}
