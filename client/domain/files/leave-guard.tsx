import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { onStep } from '#client/lib/history-steps.ts'
import { AlertDialog } from '#client/ui/alert-dialog.tsx'

/** Where a click leads that would take the page away; null for all other clicks. */
const leavingTo = (event: MouseEvent): string | null => {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link?.href || link.target || link.hasAttribute('download')) return null
  const { origin, pathname, search } = new URL(link.href)
  // What leaves the application, the browser asks about.
  if (origin !== location.origin || pathname.startsWith('/api/') || pathname.startsWith('/objects/'))
    return null
  return pathname === location.pathname ? null : pathname + search
}

/** To where a link leads, or a step of the browser's own Back or Forward. */
type Target = { link: string } | 'step'

/** Asks before the page is left, as long as it is there. */
export function LeaveGuard() {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const [target, setTarget] = useState<Target | null>(null)
  const isLeaving = useRef(false)
  const address = search ? `${path}?${search}` : path

  useEffect(() => {
    const askBrowser = (event: BeforeUnloadEvent) => event.preventDefault()
    const ask = (event: MouseEvent) => {
      const to = leavingTo(event)
      if (to === null) return
      event.preventDefault()
      event.stopPropagation()
      setTarget({ link: to })
    }
    const askForStep = (step: PopStateEvent) => {
      if (isLeaving.current || location.pathname === path) return
      step.stopImmediatePropagation()
      // Such a step cannot be stopped, only followed by one that leads here again. Where it led is then one step back, so
      // that what the state said of the step before holds no longer.
      history.pushState(null, '', address)
      setTarget('step')
    }
    window.addEventListener('beforeunload', askBrowser)
    // Before the router sees it.
    document.addEventListener('click', ask, true)
    const stopWatching = onStep(askForStep)
    return () => {
      window.removeEventListener('beforeunload', askBrowser)
      document.removeEventListener('click', ask, true)
      stopWatching()
    }
  }, [path, address])

  const leave = () => {
    if (target === 'step') {
      isLeaving.current = true
      history.back()
    } else if (target) navigate(target.link)
  }

  return (
    <AlertDialog
      open={target !== null}
      onOpenChange={(open) => {
        if (!open) setTarget(null)
      }}
      title="Leave this page?"
      description="The upload is still running. Leaving stops it."
      confirmLabel="Leave and stop"
      onConfirm={leave}
    />
  )
}
