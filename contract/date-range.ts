/** The first and last day that a date may have; PostgreSQL, JavaScript and typing errors reach further. This file does without Zod. */
export const dateRange = { min: '1900-01-01', max: '2200-12-31' } as const
export const lastMoment = new Date(`${dateRange.max}T23:59:59.999Z`)

export const outsideDateRange = 'Enter a date from 1900 to 2200'

/** Whether the year of a date or moment in ISO 8601 is in this range. In ISO 8601, years after 9999 begin with a sign. */
export const isInDateRange = (iso: string) => /^(19|20|21)\d\d-|^2200-/.test(iso)
