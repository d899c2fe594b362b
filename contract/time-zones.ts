const areas =
  /^(?:UTC|GMT|(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Brazil|Canada|Chile|Etc|Europe|Indian|Mexico|Pacific|US)\/[\w+/-]+)$/

/**
 * Whether it is the IANA name of a time zone, such as `America/New_York`, that this engine knows. Without Zod. A name of one word is none:
 * `IST` is India for one program and Israel for another, and for PostgreSQL `CET` has no summer.
 */
export const isTimeZone = (name: string) => areas.test(name) && canShowTimesIn(name)

/** Whether this engine can show times in a zone, under any name: also one that was stored before a name of one word was refused. */
export const canShowTimesIn = (name: string) => {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}
