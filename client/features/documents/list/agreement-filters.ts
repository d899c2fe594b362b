import { useQuery } from '@tanstack/react-query'
import { groupFilter } from '#client/domain/group-filter.ts'
import { staffFilter } from '#client/domain/staff-filter.ts'
import { useAddressView } from '#client/lib/address-view.ts'
import { type DayRange, toTimeRange } from '#client/lib/day-range.ts'
import { formatMonth } from '#client/lib/format.ts'
import type { ListDays } from '#client/lib/list-view.ts'
import { readOf } from '#client/lib/query-client.ts'
import { choiceFilter, orderFilter, type ShownFilter, searchFilter } from '#client/ui/list-filters.tsx'
import { documentSorts, documentStateLabels, documentStates } from '#contract/documents/document-filters.ts'
import { isId } from '#contract/ids.ts'

// These fields share the line below the bar.
const wide = 'w-full'
// With this width, the others fit on the line of the search.
const usual = '@4xl:w-42'
const months = 12
const weeks = 12

const useTypeOptions = () => {
  const { data = [] } = useQuery(readOf('/api/admin/agreement-types'))
  return data.map(({ id, name }) => [id, name] as const)
}

/** The versions of the chosen type; an earlier text can be asked for in any type. */
const useVersionOptions = () => {
  const type = useAddressView().get('kind')
  const isOne = type !== '' && !type.includes(',')
  const { data } = useQuery({
    ...readOf('/api/admin/agreement-types/:type', { params: { type } }),
    enabled: isOne,
  })
  const versions = (isOne && data?.versions) || []
  return [
    ['earlier', 'Earlier text'] as const,
    ...versions.map(({ version }) => [version, `Version ${version}`] as const),
  ]
}

const useDateOptions = () => {
  const now = new Date()
  const firsts = Array.from(
    { length: months },
    (_, back) => new Date(now.getFullYear(), now.getMonth() - back, 1),
  )
  return [
    ['7', 'Sent over 7 days ago'],
    ['30', 'Sent over 30 days ago'],
    ...firsts.map((first) => [monthOf(first), `Sent in ${formatMonth(first)}`]),
    ['sent', 'Sent between…'],
    ['signed', 'Signed between…'],
    ['weeks', `Signed in ${weeks} weeks`],
  ] as [string, string][]
}

const monthOf = (day: Date) => `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}`

/** Returns the Monday on which the weeks of the overview begin, at midnight UTC. */
const firstWeek = (now: Date) => {
  const sinceMonday = (now.getUTCDay() + 6) % 7
  const day = now.getUTCDate() - sinceMonday - 7 * (weeks - 1)
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), day)).toISOString()
}

const isMonth = /^2\d{3}-(0[1-9]|1[0-2])$/

/** Returns the times of the request that a choice of dates means. */
export const agreementDates = (dates: string, range: DayRange, now: Date): Record<string, string> => {
  const { from, until } = toTimeRange(range)
  if (dates === 'sent') return { from, until }
  if (dates === 'signed') return { signedFrom: from, signedUntil: until }
  if (dates === 'weeks') return { signedFrom: firstWeek(now) }
  if (!isMonth.test(dates)) return {}
  const [year, month] = dates.split('-').map(Number) as [number, number]
  return {
    from: new Date(year, month - 1, 1).toISOString(),
    until: new Date(year, month, 1).toISOString(),
  }
}

/** Returns a filter without a control, which only links set. The table says that it is on. */
const linkedFilter = (isValid: (text: string) => boolean): ShownFilter => ({
  read: (text) => (isValid(text) ? text : ''),
  isUncounted: true,
})

export const agreementFilters = {
  search: searchFilter('Search agreements', 'Search agreements...'),
  status: choiceFilter({
    label: 'Status',
    none: 'Any status',
    options: documentStates.map((state) => [state, documentStateLabels[state]]),
    className: usual,
  }),
  kind: choiceFilter(
    {
      label: 'Agreement',
      none: 'All agreements',
      useOptions: useTypeOptions,
      other: 'Of onboarding',
      clears: { text: null },
      className: usual,
    },
    { read: (text) => text.slice(0, 200), sentAs: 'type' },
  ),
  dates: choiceFilter(
    {
      label: 'Dates',
      none: 'Any date',
      useOptions: useDateOptions,
      clears: { from: null, until: null },
      className: '@4xl:w-40',
    },
    {
      read: (text) => (/^(7|30|sent|signed|weeks)$/.test(text) || isMonth.test(text) ? text : ''),
      // The other choices are sent as the times that they mean.
      isSent: (dates) => /^\d{1,2}$/.test(dates),
      sentAs: 'olderThan',
    },
  ),
  text: choiceFilter(
    { label: 'Text', none: 'Any text', useOptions: useVersionOptions, className: wide },
    { read: (text) => text.slice(0, 40), sentAs: 'version', isMore: true },
  ),
  opened: choiceFilter(
    {
      label: 'Opened',
      none: 'Opened or not',
      options: [
        ['yes', 'Opened'],
        ['no', 'Not opened'],
      ],
      className: wide,
    },
    { isMore: true },
  ),
  manager: staffFilter({
    label: 'Partner manager',
    none: 'Any manager',
    nobody: 'No manager',
    className: wide,
    isMore: true,
  }),
  group: {
    ...groupFilter({ label: 'Partner group', none: 'All groups', className: wide }),
    isMore: true,
  },
  access: linkedFilter((text) => text === 'enabled' || text === 'disabled'),
  for: { ...linkedFilter(isId), sentAs: 'partnerId' },
  shared: linkedFilter(isId),
  joinedLater: linkedFilter((text) => text === 'none'),
}

export const agreementDays: ListDays = {
  labels: ['From', 'Until'],
  ofFilters: {
    isShown: ({ dates }) => dates === 'sent' || dates === 'signed',
    timeRange: (range, { dates = '' }) => agreementDates(dates, range, new Date()),
  },
}

/** The order of the list, chosen here on a phone, which shows no headings. */
export const agreementOrder = orderFilter({
  sorts: documentSorts,
  labels: {
    sent: ['Oldest first', 'Newest first'],
    partner: ['By partner', 'By partner, Z to A'],
    event: ['By event', 'By event, Z to A'],
    opened: ['First opened', 'Last opened'],
    signed: ['First signed', 'Last signed'],
    ends: ['Ending first', 'Ending last'],
  },
  fallback: '-sent',
  className: 'md:hidden',
})
