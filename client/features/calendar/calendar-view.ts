import { useQuery } from '@tanstack/react-query'
import { usePartnerDialog } from '#client/domain/opened.ts'
import { ownZone } from '#client/domain/time-zones.ts'
import { useAddressView } from '#client/lib/address-view.ts'
import { calendarDay } from '#client/lib/local-moment.ts'
import { readOf } from '#client/lib/query-client.ts'
import { useNow } from '#client/lib/use-now.ts'
import { readShown, weeksOf } from './months.ts'

export type ViewLink = { href: string; replace?: boolean; state?: unknown }

/** The state of a calendar is in the address: on a screen as a step that Back undoes, in a record as a part of the record's address. */
export const useCalendarView = (isInRecord: boolean) => {
  const view = useAddressView()
  const record = usePartnerDialog()
  const now = useNow()
  const today = calendarDay(new Date(now))
  const linkTo = (shown: string | null): ViewLink =>
    isInRecord
      ? record.linkToPart('when', shown)
      : { href: view.with({ calendar: shown, page: view.get('page') }) }
  return { now, today, linkTo, ...readShown(view.get(isInRecord ? 'when' : 'calendar'), today) }
}

/** Reads the entries of each day of a month and of the weeks around it. */
export const useMonth = (month: string, partnerId: string | undefined) => {
  const weeks = weeksOf(month)
  const query = { from: weeks[0]?.[0] ?? '', to: weeks.at(-1)?.at(-1) ?? '', timeZone: ownZone() }
  return useQuery(readOf('/api/calendar', { query: { ...query, ...(partnerId && { partnerId }) } }))
}
