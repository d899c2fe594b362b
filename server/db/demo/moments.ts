const hourMs = 3_600_000

export const hoursAgo = (hours: number) => new Date(Date.now() - hours * hourMs)

export const daysAgo = (days: number) => hoursAgo(24 * days)

/** Hours after a moment. */
export const after = (moment: Date, hours: number) => new Date(moment.getTime() + hours * hourMs)

/** A time of day on the coast, so many days ago; on the Friday before where that was a weekend. */
export const onWorkday = (days: number, time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const moment = daysAgo(days)
  const weekday = moment.getUTCDay()
  moment.setUTCDate(moment.getUTCDate() - (weekday === 6 ? 1 : weekday === 0 ? 2 : 0))
  moment.setUTCHours(hours + 6, minutes, 0, 0)
  return moment
}

/** Noon of the coast's time zone, so that the day is the same wherever in the country it is read. */
export const noonIn = (days: number) => {
  const date = daysAgo(-days)
  date.setUTCHours(18, 0, 0, 0)
  return date
}

/** So many moments of the last days, more of them lately, on workdays: always the same ones. */
export const spread = (count: number, days: number) =>
  Array.from({ length: count }, (_, index) => {
    const share = ((index + 1) * 0.618_034) % 1
    const [hour, minute] = [8 + ((index * 5) % 10), (index * 17) % 60]
    return onWorkday(1 + Math.floor((days - 1) * share ** 1.4), `${hour}:${minute}`)
  })
