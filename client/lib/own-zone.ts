/** The reader's time zone while the server renders a page for them. It is undefined in browsers, whose own zone is the reader's. */
export let ownZoneOnServer: string | undefined

/** Renders with the dates of a reader in the time zone. `render` must not wait for anything. */
export const renderInZone = <T>(timeZone: string, render: () => T): T => {
  ownZoneOnServer = timeZone
  try {
    return render()
  } finally {
    ownZoneOnServer = undefined
  }
}
