import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { currentUserPath } from './current-user.ts'

// Long enough that it takes nothing from what the page needs to show.
const delayMs = 1_500

/** Follows changes on the server by the event stream, once the page has loaded. */
export const useLiveUpdates = () => {
  const client = useQueryClient()
  useEffect(() => {
    let stop: (() => void) | undefined
    let isGone = false
    const readingSince = performance.now()
    const timer = setTimeout(async () => {
      const { followChanges } = await import('../lib/live-updates.ts')
      if (!isGone) stop = followChanges(client, readingSince, currentUserPath)
    }, delayMs)
    return () => {
      isGone = true
      clearTimeout(timer)
      stop?.()
    }
  }, [client])
}
