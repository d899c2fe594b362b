import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { listResources } from '#contract/resources/resources.ts'
import { folderButtonId } from './element-ids.ts'
import { wasLedToFolder } from './history-state.ts'

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
