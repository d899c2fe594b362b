const hourMs = 3_600_000

export const hoursAgo = (hours: number) => new Date(Date.now() - hours * hourMs)

export const daysAgo = (days: number) => hoursAgo(24 * days)

/** Returns the moment a number of hours later. */
export const after = (moment: Date, hours: number) => new Date(moment.getTime() + hours * hourMs)

/** Returns a time of day on the Gulf Coast a number of days ago; if that was on a weekend, on the Friday before. */
export const onWorkday = (days: number, time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const moment = daysAgo(days)
  const weekday = moment.getUTCDay()
  moment.setUTCDate(moment.getUTCDate() - (weekday === 6 ? 1 : weekday === 0 ? 2 : 0))
  moment.setUTCHours(hours + 6, minutes, 0, 0)
  return moment
}

/** Returns noon in the time zone of the Gulf Coast, so that the date is the same anywhere in the country. */
export const noonIn = (days: number) => {
  const date = daysAgo(-days)
  date.setUTCHours(18, 0, 0, 0)
  return date
}

/** Returns moments on workdays of the last days, more of them recent. The same arguments always return the same days. */
export const spread = (count: number, days: number) =>
  Array.from({ length: count }, (_, index) => {
    const share = ((index + 1) * 0.618_034) % 1
    const [hour, minute] = [8 + ((index * 5) % 10), (index * 17) % 60]
    return onWorkday(1 + Math.floor((days - 1) * share ** 1.4), `${hour}:${minute}`)
  })
