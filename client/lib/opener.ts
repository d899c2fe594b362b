/** Opens one part of the frame from anywhere on a signed-in screen, while that part is there. */
export const createOpener = () => {
  let current: (() => void) | undefined
  return {
    open: () => current?.(),
    /** Names what opens it. Answers the way to take that back. */
    on: (opener: () => void) => {
      current = opener
      return () => {
        if (current === opener) current = undefined
      }
    },
  }
}
