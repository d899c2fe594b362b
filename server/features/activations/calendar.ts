import type { ActivationStage } from '#contract/activation-stages.ts'
import { type CalendarEvent, calendarFile } from '#server/http/calendar-file.ts'

interface CalendarEntry {
  id: string
  name: string
  activationDate: Date
  endsAt: Date | null
  place: string | null
  stage?: ActivationStage
  description: string | null
  createdAt: Date
  updatedAt: Date
}

export const eventOfActivation = (
  { activationDate, endsAt, stage, ...activation }: CalendarEntry,
  url: string,
): CalendarEvent => ({
  ...activation,
  isCanceled: stage === 'canceled',
  start: activationDate,
  end: endsAt,
  url,
})

/** Returns an activation as a calendar file. Importing a later file of the same activation replaces the event of an earlier one. */
export const calendarOf = (
  activation: CalendarEntry,
  { url, companyName }: { url: string; companyName: string },
) => calendarFile([eventOfActivation(activation, url)], { companyName })
