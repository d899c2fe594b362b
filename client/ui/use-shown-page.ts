import { useEffect, useRef, useState } from 'react'

/**
 * The page whose rows are shown: while another is on its way, the one before. Another page begins at its top: the button
 * that led to it stood at the end of the last one. `place` is for the element around the rows, which are marked `data-rows`
 * and take the focus; whoever is busy elsewhere, as in a search, keeps it.
 */
export const useShownPage = (page: number, isPlaceholderData: boolean) => {
  const [shownPage, setShownPage] = useState(page)
  if (!isPlaceholderData && shownPage !== page) setShownPage(page)
  const place = useRef<HTMLDivElement>(null)
  const shown = useRef(shownPage)
  useEffect(() => {
    if (shown.current === shownPage) return
    shown.current = shownPage
    const { activeElement, body } = document
    if (activeElement !== body && !place.current?.contains(activeElement)) return
    place.current?.scrollIntoView()
    place.current?.querySelector<HTMLElement>('[data-rows]')?.focus({ preventScroll: true })
  }, [shownPage])
  return { place, shownPage }
}
