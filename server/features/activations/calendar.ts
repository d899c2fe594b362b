import { ICalCalendar } from 'ical-generator'

interface CalendarEntry {
  id: string
  name: string
  activationDate: Date
  endsAt: Date | null
  place: string | null
  description: string | null
  createdAt: Date
  updatedAt: Date
}

/**
 * An activation as a calendar file. Its times are moments in UTC, which every calendar shows by its own clocks, also across a change of
 * summer time. A later file of the same activation replaces the entry of an earlier one.
 */
export const calendarOf = (
  activation: CalendarEntry,
  { baseUrl, companyName }: { baseUrl: string; companyName: string },
) => {
  const { id, name, activationDate, endsAt, place, description, createdAt, updatedAt } = activation
  const calendar = new ICalCalendar({ prodId: { company: companyName, product: 'Partner Portal' } })
  calendar.createEvent({
    id,
    summary: name,
    start: activationDate,
    end: endsAt,
    location: place,
    description,
    url: `${baseUrl}/?activation=${id}`,
    created: createdAt,
    lastModified: updatedAt,
    stamp: updatedAt,
    // It only has to grow with each change.
    sequence: Math.max(0, Math.floor((updatedAt.getTime() - createdAt.getTime()) / 1000)),
  })
  return calendar.toString()
}
