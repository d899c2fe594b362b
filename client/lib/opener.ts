/** Creates an opener, which opens one part of the frame from anywhere on a signed-in screen while that part is mounted. */
export const createOpener = () => {
  let current: (() => void) | undefined
  return {
    open: () => current?.(),
    /** Registers the function that opens the part. Returns a function that unregisters it. */
    on: (opener: () => void) => {
      current = opener
      return () => {
        if (current === opener) current = undefined
      }
    },
  }
}
