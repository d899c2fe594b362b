import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { listResources } from '#contract/resources/resources.ts'
import { folderButtonId } from './element-ids.ts'
import { wasLedToFolder } from './history-state.ts'

/**
 * Goes to where a link to one folder leads, once: when what comes above it is there, which would push it out of sight
 * again. Not for a reader who is somewhere already.
 */
export const useLeadToFolder = (expanded: string[], isShown: boolean) => {
  const isSettled = useIsFetching({ queryKey: [listResources.path] }) === 0 && isShown
  const wasLed = useRef(false)
  const [folder, ...others] = expanded

  useEffect(() => {
    if (!isSettled || wasLed.current) return
    wasLed.current = true
    if (!folder || others.length > 0 || document.activeElement !== document.body) return
    const button = document.getElementById(folderButtonId(folder))
    button?.scrollIntoView({ block: 'nearest' })
    if (wasLedToFolder()) button?.focus()
  }, [isSettled, folder, others.length])
}
