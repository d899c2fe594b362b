/** Returns the parts of a real calendar date `YYYY-MM-DD`; `undefined` for everything else, for example 2026-02-30. */
export const parseCalendarDate = (value: string) => {
  const [, year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? []).map(Number)
  if (!year || !month || !day) return undefined
  // Day 0 of the next month is the last day of this one. UTC is used because the date has no time and no time zone.
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return month <= 12 && day <= lastDay ? { year, month, day } : undefined
}
