import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => {}

/** False where the server renders, and in the first render of a browser that takes over from it; then true. */
export const useIsHydrated = () =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
