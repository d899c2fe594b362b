import { partnerFilter } from '#client/domain/partner-filter.tsx'
import type { ListDays } from '#client/lib/list-view.ts'
import { choiceFilter, orderFilter, searchFilter } from '#client/ui/list-filters.tsx'
import { isInDateRange } from '#contract/date-range.ts'
import { parseCalendarDate } from '#contract/documents/agreements/calendar-date.ts'
import { paymentSorts } from '#contract/payments/methods.ts'

/** The filters of the payments. A link sets the partner, and their picker shows whom. */
export const paymentFilters = {
  search: searchFilter('Search payments', 'Search partner or reference...'),
  side: choiceFilter(
    {
      label: 'Paid by',
      none: 'Paid by anyone',
      options: [
        ['company', 'Paid by company'],
        ['partner', 'Paid by partner'],
      ],
      className: '@4xl:w-42',
    },
    { sentAs: 'paidBy' },
  ),
  for: partnerFilter,
}

const dayOf = (text: string) => (parseCalendarDate(text) && isInDateRange(text) ? text : '')

/** The first and the last day of the payments, which are days of a calendar. */
export const paymentDays: ListDays = {
  labels: ['From', 'Until'],
  ofFilters: {
    isShown: () => true,
    timeRange: (range) => ({ from: dayOf(range.from), until: dayOf(range.until) }),
  },
}

/** The order of the payments, chosen here on a phone, which shows no headings. */
export const paymentOrder = orderFilter({
  sorts: paymentSorts,
  labels: {
    paid: ['Earliest first', 'Latest first'],
    amount: ['Smallest amount', 'Largest amount'],
    partner: ['By partner', 'By partner, Z to A'],
  },
  fallback: '-paid',
  className: 'md:hidden',
})
