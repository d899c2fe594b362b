import { useEffect, useRef } from 'react'

/**
 * Another page begins at its top: the button that led to it stood at the end of the last one. For the element around the
 * rows, which are marked `data-rows` and take the focus; whoever is busy elsewhere, as in a search, keeps it.
 */
export const useShownPage = (page: number) => {
  const place = useRef<HTMLDivElement>(null)
  const shown = useRef(page)
  useEffect(() => {
    if (shown.current === page) return
    shown.current = page
    const { activeElement, body } = document
    if (activeElement !== body && !place.current?.contains(activeElement)) return
    place.current?.scrollIntoView()
    place.current?.querySelector<HTMLElement>('[data-rows]')?.focus({ preventScroll: true })
  }, [page])
  return place
}
