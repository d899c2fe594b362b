import { useSyncExternalStore } from 'react'

/** Returns whether the window matches a media query, and follows changes. Only for parts that the server does not render. */
export const useMedia = (query: string) =>
  useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
  )
