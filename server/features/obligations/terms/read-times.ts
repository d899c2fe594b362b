import { readOnceOrTwice } from './readable-text.ts'

const noons = new Set(['noon', '12 noon', '12:00 noon'])

const writeTime = (hour: number, minute: string | undefined) => {
  const time = `${String(hour).padStart(2, '0')}:${minute ?? '00'}`
  // Midnight may be the one before or after the day.
  return hour < 24 && Number(minute ?? 0) < 60 && time !== '00:00' ? time : undefined
}

const readClock = (text: string) => {
  const time = text.replace(/^at /, '').replace(/,? (?:sharp|local time|each day|daily)$/, '')
  if (noons.has(time)) return '12:00'
  const [, hour, minute, half] = /^(\d{1,2})(?:[:.](\d\d))? ?([ap])\.? ?m\.?$/.exec(time) ?? []
  if (half) {
    const isHour = Number(hour) >= 1 && Number(hour) <= 12
    return isHour ? writeTime((Number(hour) % 12) + (half === 'p' ? 12 : 0), minute) : undefined
  }
  const [, hours, minutes, word] = /^(\d\d)[:.]?(\d\d)( ?(?:hours|hrs))?$/.exec(time) ?? []
  // From 1 to 12, a time without AM and PM may be in the morning or in the evening, with a zero before the hour as well.
  const isCertain =
    word !== undefined || (!/^\d{4}$/.test(time) && !(Number(hours) >= 1 && Number(hours) <= 12))
  return hours && isCertain ? writeTime(Number(hours), minutes) : undefined
}

/** Reads the time from which the venue can be set up, as `HH:MM` in 24 hours: "7:30 AM", "noon", "19:00". */
export const readSetupTime = (text: string) => readOnceOrTwice(text.replace(/^from /, ''), readClock)

/** Reads the time at which the event ends, as `HH:MM` in 24 hours. Nobody knows of an early hour whether it is one of the next day. */
export const readEndTime = (text: string) => {
  const time = readOnceOrTwice(text, readClock)
  return time !== undefined && time >= '06:00' ? time : undefined
}
