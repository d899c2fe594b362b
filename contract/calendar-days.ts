const dayMs = 86_400_000

/** Returns the day (`YYYY-MM-DD`) a number of calendar days later; for a negative number, earlier. */
export const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** Returns how many days the second day (`YYYY-MM-DD`) is later than the first. */
export const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / dayMs

/** Returns the weekday of a day (`YYYY-MM-DD`): 0 is Sunday. */
export const weekdayOf = (day: string) => new Date(day).getUTCDay()
