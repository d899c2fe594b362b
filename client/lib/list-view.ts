import { type AddressView, useAddressView } from './address-view.ts'
import { type DayRange, toTimeRange } from './day-range.ts'

type Get = (name: string) => string

/** A filter of a list, whose value is in the query of the address. */
export type ListFilter = {
  /**
   * Reads the value from the text in the address. Returns an empty value for a text that is not valid.
   * @param readValue returns the value of another filter
   */
  read: (text: string, readValue: Get) => string
  /** Returns whether a value is sent with the request. An empty value is never sent. */
  isSent?: (value: string) => boolean
  /** The name of the filter in the request, if it differs from the name in the address. */
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

/** Returns the query parameters of the request that filter the list. */
export const sentFilters = <Filters extends ListFilters>(filters: Filters, values: FilterValues<Filters>) =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([name, { sentAs = name, isSent = Boolean }]) => {
      const value = values[name] ?? ''
      return value && isSent(value) ? [[sentAs, value]] : []
    }),
  )

/** Returns the names of the filters whose value differs from the default. */
export const narrowingFilters = <Filters extends ListFilters>(
  filters: Filters,
  values: FilterValues<Filters>,
) =>
  Object.entries(filters).flatMap(([name, { read }]) =>
    values[name] === read('', (other) => values[other] ?? '') ? [] : [name],
  )

export type ListDays = {
  labels: readonly [from: string, until: string]
  /** Set when the days apply only with a certain value of a filter, or when they determine another filter. */
  ofFilters?: {
    isShown: (values: Record<string, string>) => boolean
    /** Returns the times that are sent with the request, by their names; an empty time is not sent. */
    timeRange: (range: DayRange, values: Record<string, string>) => Record<string, string>
  }
}

type Shape<Filters extends ListFilters> = {
  filters: Filters
  /** The order of the rows, which does not count as a filter. */
  order?: ListFilter
  /** Set for a list whose first and last day can be chosen. */
  days?: ListDays
}

export type ListView<Filters extends ListFilters = ListFilters> = AddressView & {
  values: FilterValues<Filters>
  sort: string
  /** Returns the address of the list in another order. */
  sortedBy: (sort: string) => string
  range: DayRange
  /** The names, as in the address, of the filters that narrow the list. */
  narrowedBy: string[]
  /** The changes of the address that remove all filters. */
  noFilters: Record<string, null>
  /** The query of the request without the page. */
  query: Record<string, string>
}

/** Returns the filters, the order and the page of a list, as they are in the address. */
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
