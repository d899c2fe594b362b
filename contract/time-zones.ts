/** Whether it is the IANA name of a time zone, such as `America/New_York`, that this engine knows. Without Zod. */
export const isTimeZone = (name: string) => {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}
