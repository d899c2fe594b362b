const areas =
  /^(?:UTC|GMT|(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Brazil|Canada|Chile|Etc|Europe|Indian|Mexico|Pacific|US)\/[\w+/-]+)$/

/**
 * Whether the name of a zone means the same everywhere. Names of one word do not: `IST` is India for one program and Israel for another, and
 * PostgreSQL knows no summer time for `CET`.
 */
export const isNameOfOneZone = (name: string) => areas.test(name)

/** Whether a text is the IANA name of a time zone that this engine knows, such as `America/New_York`. This file does without Zod. */
export const isTimeZone = (name: string) => isNameOfOneZone(name) && canShowTimesIn(name)

/** Whether this engine can show times in a zone of any name, including names of one word that were stored before they were refused. */
export const canShowTimesIn = (name: string) => {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}
