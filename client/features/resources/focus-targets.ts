import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ResourceCategory } from '#contract/resources/categories.ts'
import { listResources } from '#contract/resources/resources.ts'

/** Of the link on a file's title, to which the focus returns from the preview. */
export const fileLinkId = (id: string) => `file-${id}`

/** Of the button that expands a folder. */
export const folderButtonId = (id: string) => `folder-${id}`

/** Of a category's card, which gets the focus when the folder that had it is deleted. */
export const cardId = (category: ResourceCategory) => `category-${category}`

/** In the history's state: a link on this page led to a folder, so the focus goes there. */
export const ledToFolder = { ledToFolder: true }

const wasLedToFolder = () => (history.state as Partial<typeof ledToFolder> | null)?.ledToFolder === true

/**
 * Scrolls once to the folder of a link, after everything above it has loaded, which would push it out of sight. Does nothing
 * when an element already has the focus.
 */
export const useLeadToFolder = (expanded: string[], isShown: boolean) => {
  const hasLoaded = useIsFetching({ queryKey: [listResources.path] }) === 0 && isShown
  const wasLed = useRef(false)
  const [folder, ...others] = expanded

  useEffect(() => {
    if (!hasLoaded || wasLed.current) return
    wasLed.current = true
    if (!folder || others.length > 0 || document.activeElement !== document.body) return
    const button = document.getElementById(folderButtonId(folder))
    button?.scrollIntoView({ block: 'nearest' })
    if (wasLedToFolder()) button?.focus()
  }, [hasLoaded, folder, others.length])
}
