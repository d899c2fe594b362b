import type { FieldErrors, Resolver } from 'react-hook-form'
import { OfficeHours } from '#contract/chat/office-hours.ts'
import { type HoursValues, hoursOf } from './hours-values.ts'

/** Holds the form to the contract. What is wrong with a day's times is told at the day: there they are one thing. */
export const checkHours: Resolver<HoursValues> = (values) => {
  const hours = hoursOf(values)
  const problems = hours ? (OfficeHours.safeParse(hours).error?.issues ?? []) : []
  if (problems.length === 0) return { values, errors: {} }
  const errors: Record<string, unknown> = {}
  for (const { path, message } of problems) {
    const [name = 'root', key, field] = path.map(String)
    const problem = { type: 'contract', message }
    if (name === 'week' && key) errors.week = { [key]: problem, ...(errors.week as object | undefined) }
    else if (name === 'holidays' && key && field) {
      const holidays = (errors.holidays ?? []) as Record<string, unknown>[]
      holidays[Number(key)] = { ...holidays[Number(key)], [field]: problem }
      errors.holidays = holidays
    } else if (name === 'holidays') errors.holidays = { root: problem }
    else errors[name] = problem
  }
  return { values: {}, errors: errors as FieldErrors<HoursValues> }
}
