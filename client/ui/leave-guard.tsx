import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { onHistoryStep, stepBack } from '#client/lib/history-steps.ts'
import { watchUnsaved } from '#client/lib/unsaved-changes.ts'
import { AlertDialog } from './dialog.tsx'

type LeaveGuardProps = {
  /** The kind of work that would be lost, which determines the texts. */
  loses: keyof typeof texts
  /** Returns whether something would be lost now; by default, always. */
  isNeeded?: () => boolean
  /** Whether a change of the query would also lose the work, for example when Back closes a dialog. */
  guardsSearch?: boolean
}

const texts = {
  upload: { description: 'The upload is still running. Leaving stops it.', confirmLabel: 'Leave and stop' },
  changes: { description: 'What you entered is not saved.', confirmLabel: 'Leave and discard' },
}

/** While mounted, asks before the page is left through a link, Back, Forward, or the browser. */
export function LeaveGuard({ loses, isNeeded = () => true, guardsSearch = false }: LeaveGuardProps) {
  const [, navigate] = useLocation()
  // The hook makes this component render after each change of the query.
  useSearch()
  const { pathname, search } = location
  const [target, setTarget] = useState<{ link: string } | 'step' | null>(null)
  // A confirmed link may load the page again, and the browser need not ask once more.
  const isConfirmed = useRef(false)

  const mustAsk = (to: Location | URL) => {
    const isLeft = to.pathname !== pathname || (guardsSearch && to.search !== search)
    return isLeft && isNeeded()
  }
  const isUnsaved = useEffectEvent(isNeeded)
  const handleUnload = useEffectEvent((event: BeforeUnloadEvent) => {
    if (isNeeded() && !isConfirmed.current) event.preventDefault()
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
    // A step in the history cannot be prevented, so a new entry for this page is added after it. The entry has no state, because the
    // old state described the previous history entry, which is now a different one.
    history.pushState(null, '', pathname + search)
    setTarget('step')
  })

  useEffect(() => {
    const aborter = new AbortController()
    const { signal } = aborter
    window.addEventListener('beforeunload', (event) => handleUnload(event), { signal })
    // The capture phase runs before the router handles the click.
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
      onConfirm={() => {
        if (target === 'step') return stepBack()
        isConfirmed.current = true
        if (target) navigate(target.link)
      }}
    />
  )
}

/** Returns the address within the application that a click opens in this tab; null for all other clicks. */
const linkedBy = (event: MouseEvent): URL | null => {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link?.href || link.target || link.hasAttribute('download')) return null
  const url = new URL(link.href)
  // When a link leaves the application, the `beforeunload` handler makes the browser ask.
  const isOutside = url.origin !== location.origin || /^\/(api|objects)\//.test(url.pathname)
  return isOutside ? null : url
}
