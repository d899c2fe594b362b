/** Dates outside of the years 1900 to 2200, some of which only PostgreSQL, only JavaScript or neither can store. */
export const outsideMoments = [
  '0000-01-01T00:00:00Z',
  '0026-11-20T00:00:00.000Z',
  '1899-12-31T23:59:59.999Z',
  '2201-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
]
const outsideDays = outsideMoments.map((moment) => moment.replace(/T.*/, ''))

// These fields look like dates: the first two name versions of texts, and the server replaces the last by its own date.
const notEntered = ['agreementVersion', 'consentVersion', 'signedAt']

/** Returns copies of the body, each with one of its dates replaced by one of the dates outside of the years. */
export const bodiesWithOutsideDates = (value: unknown): unknown[] => {
  if (typeof value === 'string') {
    if (/^\d{4}-\d\d-\d\d$/.test(value)) return outsideDays
    return /^\d{4}-\d\d-\d\dT/.test(value) ? outsideMoments : []
  }
  if (Array.isArray(value)) {
    return value.flatMap((item, at) => bodiesWithOutsideDates(item).map((changed) => value.with(at, changed)))
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    (notEntered.includes(name) ? [] : bodiesWithOutsideDates(inner)).map((changed) => ({
      ...value,
      [name]: changed,
    })),
  )
}
