import type { KeyboardEvent, MouseEvent } from 'react'

/** Handlers of a button that acts once for a double click, and once for Enter held down. */
export const once = (act: () => void) => ({
  onClick: ({ detail }: MouseEvent) => {
    // The second press of a double click, and the third of a triple one.
    if (detail <= 1) act()
  },
  onKeyDown: (event: KeyboardEvent) => {
    if (event.repeat) event.preventDefault()
  },
})
