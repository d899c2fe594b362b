/** The first and the last day of every date, without Zod: PostgreSQL, JavaScript and people's typing errors reach further. */
export const dateRange = { min: '1900-01-01', max: '2200-12-31' } as const
export const lastMoment = new Date(`${dateRange.max}T23:59:59.999Z`)

export const outsideDateRange = 'Enter a date from 1900 to 2200'

/** Whether the year of a date or moment in ISO 8601 lies in the range. Years beyond 9999 begin with a sign there. */
export const isInDateRange = (iso: string) => /^(19|20|21)\d\d-|^2200-/.test(iso)
