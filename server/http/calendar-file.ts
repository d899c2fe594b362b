import { foldLines, ICalCalendar, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { createPauses } from './pauses.ts'

export interface CalendarEvent {
  /** The same id in every file, so that a later event replaces the earlier entry. */
  id: string
  name: string
  start: Date
  end?: Date | null
  place?: string | null
  description?: string | null
  url: string
  createdAt: Date
  updatedAt: Date
  /** Whether the event is a due date, which does not make the time busy. */
  isDue?: boolean
  isPlanned?: boolean
  /** Whether the event does not take place. Programs then mark the entry of an earlier file. */
  isCanceled?: boolean
}

interface CalendarOptions {
  companyName: string
  /** The name of a calendar to subscribe to, and after how many hours programs should read it again. */
  subscription?: { name: string; hours: number }
}

const hourSeconds = 60 * 60
const end = 'END:VCALENDAR'

const statusOf = ({ isPlanned, isCanceled }: Pick<CalendarEvent, 'isPlanned' | 'isCanceled'>) => {
  if (isCanceled) return ICalEventStatus.CANCELLED
  return isPlanned ? ICalEventStatus.TENTATIVE : null
}

/** Writes events as a calendar file. Times are in UTC; calendars convert them to their time zone, including daylight saving time. */
export const calendarFile = async (
  events: CalendarEvent[],
  { companyName, subscription }: CalendarOptions,
) => {
  const calendar = new ICalCalendar({
    prodId: { company: companyName, product: 'Partner Portal' },
    ...(subscription && { name: subscription.name, ttl: subscription.hours * hourSeconds }),
  })
  const parts = [calendar.toString().slice(0, -end.length)]
  // Events are written one by one with pauses, since folding the lines of thousands of events takes long.
  const pause = createPauses()
  for (const { createdAt, updatedAt, ...event } of events) {
    const written = calendar.createEvent({
      id: event.id,
      summary: event.name,
      start: event.start,
      end: event.end ?? null,
      location: event.place ?? null,
      description: event.description ?? null,
      url: event.url,
      transparency: event.isDue ? ICalEventTransparency.TRANSPARENT : null,
      status: statusOf(event),
      created: createdAt,
      lastModified: updatedAt,
      stamp: updatedAt,
      // The number only has to grow with each change.
      sequence: Math.max(0, Math.floor((updatedAt.getTime() - createdAt.getTime()) / 1000)),
    })
    parts.push(foldLines(written.toString()))
    await pause()
  }
  return `${parts.join('')}${end}\r\n`
}
