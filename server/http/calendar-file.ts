import { foldLines, ICalCalendar, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { createPauses } from './pauses.ts'

export interface CalendarEvent {
  /** The same in every file, so that a later one replaces the entry of an earlier one. */
  id: string
  name: string
  start: Date
  end?: Date | null
  place?: string | null
  description?: string | null
  url: string
  createdAt: Date
  updatedAt: Date
  /** A due date, which does not take up the time. */
  isDue?: boolean
  isPlanned?: boolean
}

interface CalendarOptions {
  companyName: string
  /** Of a calendar to subscribe to, and how often to read it again. */
  subscription?: { name: string; hours: number }
}

const hourSeconds = 60 * 60
const end = 'END:VCALENDAR'

/** Events as a calendar file. Their times are moments in UTC, which every calendar shows by its own clocks, also across a change of summer time. */
export const calendarFile = async (
  events: CalendarEvent[],
  { companyName, subscription }: CalendarOptions,
) => {
  const calendar = new ICalCalendar({
    prodId: { company: companyName, product: 'Partner Portal' },
    ...(subscription && { name: subscription.name, ttl: subscription.hours * hourSeconds }),
  })
  const parts = [calendar.toString().slice(0, -end.length)]
  // Event by event, since folding the lines of thousands takes long.
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
      status: event.isPlanned ? ICalEventStatus.TENTATIVE : null,
      created: createdAt,
      lastModified: updatedAt,
      stamp: updatedAt,
      // It only has to grow with each change.
      sequence: Math.max(0, Math.floor((updatedAt.getTime() - createdAt.getTime()) / 1000)),
    })
    parts.push(foldLines(written.toString()))
    await pause()
  }
  return `${parts.join('')}${end}\r\n`
}
