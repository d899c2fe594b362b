import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { onHistoryStep } from '#client/lib/history-steps.ts'
import { AlertDialog } from '#client/ui/alert-dialog.tsx'

/** The address that a click goes to if it leaves the page; null for all other clicks. */
const leavingTo = (event: MouseEvent): string | null => {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link?.href || link.target || link.hasAttribute('download')) return null
  const { origin, pathname, search } = new URL(link.href)
  // The browser asks before the application is left.
  if (origin !== location.origin || pathname.startsWith('/api/') || pathname.startsWith('/objects/'))
    return null
  return pathname === location.pathname ? null : pathname + search
}

/** A link, or a step of the browser's Back or Forward. */
type Target = { link: string } | 'step'

/** Asks before the page is left, while it is mounted. */
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
      // A step cannot be prevented, only followed by an entry for this page. That entry has no state: what is before it in
      // the history is no longer what its state described.
      history.pushState(null, '', address)
      setTarget('step')
    }
    window.addEventListener('beforeunload', askBrowser)
    // In the capture phase, before the router sees it.
    document.addEventListener('click', ask, true)
    const removeListener = onHistoryStep(askForStep)
    return () => {
      window.removeEventListener('beforeunload', askBrowser)
      document.removeEventListener('click', ask, true)
      removeListener()
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
