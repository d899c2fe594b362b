import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, call } from '#client/lib/api.ts'
import { useRetryWhenBack } from '#client/lib/connection.ts'
import { findDay, forgetDay, keepDay } from '#client/lib/kept-days.ts'
import { forgetDays } from '#client/lib/kept-mark.ts'
import { watchLogouts } from '#client/lib/sign-in-again.ts'
import type { ActivationDay } from '#contract/activation-day.ts'

interface State {
  day: ActivationDay | null
  /** When the day was read. */
  readAt: number
  /** Why there is no day to show, or why the one that is shown may be out of date. */
  problem: 'unreachable' | 'signed-out' | 'refused' | null
  /** The server's words about a refusal. */
  message?: string | undefined
}

const nothing: State = { day: null, readAt: 0, problem: null }
const passing = [408, 429]

/** Returns what a failed read means. A busy server and a lost network say nothing about the day itself. */
const stateOf = (error: unknown): State => {
  if (!(error instanceof ApiError) || error.status >= 500 || passing.includes(error.status))
    return { ...nothing, problem: 'unreachable' }
  if (error.status === 401) return { ...nothing, problem: 'signed-out' }
  return { ...nothing, problem: 'refused', message: error.serverMessage }
}

/** Lets the browser open this page without a network from now on. Some browsers cannot, and then the page needs a network to open. */
const keepPage = async () => {
  if (!import.meta.env.DEV) await navigator.serviceWorker?.register('/day-worker.js', { scope: '/day/' })
  return navigator.serviceWorker?.ready
}

/**
 * The day of an event: at once what this browser keeps of it, and then what the server says. A refusal removes what was kept.
 * @param named the partner that the address names, for users of several
 */
export const useDay = (id: string, named: string | undefined) => {
  const [state, setState] = useState(nothing)
  const [isKept, setKept] = useState(false)
  const partnerRef = useRef(named)
  // Another tab has signed out, after which this page neither shows nor keeps anything.
  const isOverRef = useRef(false)

  const read = async () => {
    if (isOverRef.current) return
    try {
      const how = { partnerId: partnerRef.current }
      const day = await call('GET /api/activations/:id/day', { params: { id } }, how)
      if (isOverRef.current) return
      setState({ day, readAt: Date.now(), problem: null })
      if (!day.keep) return
      // A browser may refuse storage, or have no room left.
      const keep = async () => Boolean((await keepDay(day)) && (await keepPage()))
      setKept(await keep().catch(() => false))
    } catch (error) {
      const next = stateOf(error)
      if (next.problem === 'unreachable') return setState((now) => ({ ...now, problem: next.problem }))
      setState(next)
      setKept(false)
      if (next.problem === 'signed-out') forgetDays()
      else await forgetDay(id).catch(() => undefined)
    }
  }

  const begin = useEffectEvent(async () => {
    const kept = await findDay(id).catch(() => undefined)
    if (kept) {
      partnerRef.current ??= kept.day.keep?.partnerId
      setState((now) => (now.day ? now : { ...now, ...kept }))
      setKept(true)
    }
    await read()
  })
  const readWhenVisible = useEffectEvent(() => document.visibilityState === 'visible' && read())
  const end = useEffectEvent(() => {
    isOverRef.current = true
    setState({ ...nothing, problem: 'signed-out' })
  })

  useEffect(() => {
    void begin()
    watchLogouts(() => end())
    const listeners = new AbortController()
    document.addEventListener('visibilitychange', () => void readWhenVisible(), listeners)
    return () => listeners.abort()
  }, [])

  useRetryWhenBack(() => state.problem === 'unreachable' && read())

  return { ...state, isKept }
}
