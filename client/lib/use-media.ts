import { useSyncExternalStore } from 'react'

/** Whether the window matches a media query, now and when it changes. Only for what the browser renders alone. */
export const useMedia = (query: string) =>
  useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
  )
