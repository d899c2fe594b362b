import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { onHistoryStep, stepBack } from '#client/lib/history-steps.ts'
import { watchUnsaved } from '#client/lib/unsaved-changes.ts'
import { AlertDialog } from './dialog.tsx'

type LeaveGuardProps = {
  /** What would be lost. */
  loses: keyof typeof texts
  /** Whether something would be lost now; always, if left out. */
  isNeeded?: () => boolean
  /** A step within the page would lose it, too, as Back does that closes a dialog. */
  guardsSearch?: boolean
}

const texts = {
  upload: { description: 'The upload is still running. Leaving stops it.', confirmLabel: 'Leave and stop' },
  changes: { description: 'What you entered is not saved.', confirmLabel: 'Leave and discard' },
}

/** Asks before the page is left by a link, by Back or Forward, or by the browser, while it is mounted. */
export function LeaveGuard({ loses, isNeeded = () => true, guardsSearch = false }: LeaveGuardProps) {
  const [, navigate] = useLocation()
  // Rendered again after each change of the address.
  useSearch()
  const { pathname, search } = location
  const [target, setTarget] = useState<{ link: string } | 'step' | null>(null)

  const mustAsk = (to: Location | URL) => {
    const isLeft = to.pathname !== pathname || (guardsSearch && to.search !== search)
    return isLeft && isNeeded()
  }
  const isUnsaved = useEffectEvent(isNeeded)
  const handleUnload = useEffectEvent((event: BeforeUnloadEvent) => {
    if (isNeeded()) event.preventDefault()
  })
  const handleClick = useEffectEvent((event: MouseEvent) => {
    const to = linkedBy(event)
    if (!to || !mustAsk(to)) return
    event.preventDefault()
    event.stopPropagation()
    setTarget({ link: to.pathname + to.search })
  })
  const handleStep = useEffectEvent((step: PopStateEvent) => {
    if (!mustAsk(location)) return
    step.stopImmediatePropagation()
    // A step cannot be prevented, only followed by an entry for this page. That entry has no state: what is before it in
    // the history is no longer what its state described.
    history.pushState(null, '', pathname + search)
    setTarget('step')
  })

  useEffect(() => {
    const aborter = new AbortController()
    const { signal } = aborter
    window.addEventListener('beforeunload', (event) => handleUnload(event), { signal })
    // In the capture phase, before the router sees it.
    document.addEventListener('click', (event) => handleClick(event), { signal, capture: true })
    const removeListener = onHistoryStep((step) => handleStep(step))
    const unwatch = watchUnsaved(() => isUnsaved())
    return () => {
      unwatch()
      aborter.abort()
      removeListener()
    }
  }, [])

  return (
    <AlertDialog
      open={target !== null}
      onOpenChange={() => setTarget(null)}
      title="Leave this page?"
      {...texts[loses]}
      onConfirm={() => (target === 'step' ? stepBack() : target && navigate(target.link))}
    />
  )
}

/** The address within the application that a click opens in this tab; null for all other clicks. */
const linkedBy = (event: MouseEvent): URL | null => {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link?.href || link.target || link.hasAttribute('download')) return null
  const url = new URL(link.href)
  // The browser asks before the application is left.
  const isOutside = url.origin !== location.origin || /^\/(api|objects)\//.test(url.pathname)
  return isOutside ? null : url
}
