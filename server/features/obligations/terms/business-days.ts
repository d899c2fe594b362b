import { addDays, weekdayOf } from '#contract/calendar-days.ts'

const [monday, thursday, friday] = [1, 4, 5]

// 5 U.S.C. § 6103(a) names these holidays. Inauguration Day is not among them: only federal offices around Washington close on it.
const fixedHolidays = new Set(['01-01', '06-19', '07-04', '11-11', '12-25'])
const weekdayHolidays = [
  { month: '01', weekday: monday, from: 15 },
  { month: '02', weekday: monday, from: 15 },
  { month: '05', weekday: monday, from: 25 },
  { month: '09', weekday: monday, from: 1 },
  { month: '10', weekday: monday, from: 8 },
  { month: '11', weekday: thursday, from: 22 },
]

const isFixedHoliday = (day: string) => fixedHolidays.has(day.slice(5))

const isWeekdayHoliday = (day: string) => {
  const [month, date, weekday] = [day.slice(5, 7), Number(day.slice(8)), weekdayOf(day)]
  return weekdayHolidays.some(
    (holiday) =>
      holiday.month === month &&
      holiday.weekday === weekday &&
      date >= holiday.from &&
      date < holiday.from + 7,
  )
}

/** Whether federal offices are closed for a holiday on a day from Monday to Friday. */
const isHoliday = (day: string) => {
  const weekday = weekdayOf(day)
  // A holiday on a Saturday is observed on the Friday before, and a holiday on a Sunday on the Monday after.
  if (weekday === friday && isFixedHoliday(addDays(day, 1))) return true
  if (weekday === monday && isFixedHoliday(addDays(day, -1))) return true
  return isFixedHoliday(day) || isWeekdayHoliday(day)
}

const isBusinessDay = (day: string) => weekdayOf(day) >= monday && weekdayOf(day) <= friday && !isHoliday(day)

/** Returns the day on which a number of business days after a day have passed. The day itself does not count. */
export const addBusinessDays = (day: string, businessDays: number) => {
  let current = day
  for (let counted = 0; counted < businessDays; ) {
    current = addDays(current, 1)
    if (isBusinessDay(current)) counted += 1
  }
  return current
}
