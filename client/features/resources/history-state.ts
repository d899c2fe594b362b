/** In the history's state: the preview was opened on this page, so closing it is going back. */
export const openedHere = { previewOpenedHere: true }

/** In the history's state: a link on this page led to a folder, so the focus goes there. */
export const ledToFolder = { ledToFolder: true }

const has = (mark: object): boolean => {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && Object.keys(mark).every((key) => key in state)
}

export const wasOpenedHere = () => has(openedHere)

export const wasLedToFolder = () => has(ledToFolder)
