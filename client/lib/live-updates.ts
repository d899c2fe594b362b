import type { Query, QueryClient } from '@tanstack/react-query'
import type { Path } from '#contract/endpoints.ts'
import { invalidateInBackground } from './background-reads.ts'
import { addressOf, isBelow } from './query-client.ts'
import { choiceKey, withTabChoice } from './tab-choice.ts'

const streamPath: Path = '/api/events'
const everything = '*'
// How long a tab remembers the invalidations that the stream has sent.
const recentMs = 30_000

// Only one tab of a browser opens the stream, for all tabs with the same choice, because browsers allow only six connections to an HTTP/1.1
// server.
const lockPrefix = 'live-updates'
const firstDelayMs = 2_000
const maxDelayMs = 60_000

// How often to check whether a dialog is still open.
const blockedCheckMs = 500

/**
 * Returns a function that repeats invalidated reads: immediately while the page is visible, otherwise when it becomes visible.
 * Reads wait while a dialog or menu is open that is not marked as live, since a row that moves or disappears would take the dialog and
 * the text typed in it along. A list also waits while another page of it is loading. Reads that are not shown are only marked as outdated.
 * @param urgentPath the path that is read even while a dialog or menu is open
 */
const createInvalidate = (client: QueryClient, urgentPath: string, signal: AbortSignal) => {
  const matches = ({ queryKey }: Query, path: string) => path === everything || isBelow(queryKey, path)
  const isGrowing = (path: string) =>
    client
      .getQueryCache()
      .findAll({
        fetchStatus: 'fetching',
        predicate: ({ state }) => state.fetchMeta?.fetchMore !== undefined,
      })
      .some((query) => matches(query, path))

  const waiting = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const refresh = () => {
    if (document.visibilityState !== 'visible' || waiting.size === 0) return
    const isBlocked = document.querySelector('[aria-modal="true"]:not([data-live]), [role="menu"]') !== null
    const paths = [...waiting].filter((path) => path === urgentPath || !(isBlocked || isGrowing(path)))
    for (const path of paths) waiting.delete(path)
    clearTimeout(timer)
    if (waiting.size > 0) timer = setTimeout(refresh, blockedCheckMs)
    if (paths.length === 0) return
    void invalidateInBackground(client, { predicate: (query) => paths.some((path) => matches(query, path)) })
  }
  document.addEventListener('visibilitychange', refresh, { signal })
  signal.addEventListener('abort', () => clearTimeout(timer))

  // Repeated reads failed while there was no network, and the server does not announce their invalidation again.
  const readMissed = () => {
    const missed = client
      .getQueryCache()
      .findAll({ type: 'active', predicate: ({ state }) => state.isInvalidated })
    for (const { queryKey } of missed) waiting.add(addressOf(queryKey))
    refresh()
  }
  addEventListener('online', readMissed, { signal })

  return (paths: readonly string[]) => {
    void client.invalidateQueries({
      predicate: (query) => paths.some((path) => matches(query, path)),
      type: 'inactive',
      refetchType: 'none',
    })
    for (const path of paths) waiting.add(path)
    refresh()
  }
}

type Listening = { readingSince: number; urgentPath: string; hasMissed: boolean; signal: AbortSignal }

/**
 * Listens to the stream until the signal aborts, and first requests the invalidations since the page began to read. When the stream
 * breaks, the browser reopens it and the server sends the missed invalidations. When the server refuses the stream, it is opened again
 * after increasing delays, and everything counts as invalidated.
 */
const listen = (
  onInvalidated: (paths: readonly string[]) => void,
  { readingSince, urgentPath, hasMissed, signal }: Listening,
) => {
  let source: EventSource
  let timer: ReturnType<typeof setTimeout> | undefined
  let delayMs = firstDelayMs

  const open = (missed: boolean) => {
    const address = `${streamPath}?reading=${Math.ceil(performance.now() - readingSince)}`
    source = new EventSource(withTabChoice(address))
    source.onopen = () => {
      delayMs = firstDelayMs
      if (missed) onInvalidated([everything])
    }
    source.addEventListener('stale', ({ data }) => onInvalidated(JSON.parse(data).paths))
    source.onerror = () => {
      if (source.readyState !== EventSource.CLOSED) return
      // The session may have ended. Reading the user detects that and leads to the sign-in page.
      onInvalidated([urgentPath])
      timer = setTimeout(() => open(true), delayMs * (0.5 + Math.random()))
      delayMs = Math.min(delayMs * 2, maxDelayMs)
    }
  }

  open(hasMissed)
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    source.close()
  })
}

/** A message between the tabs of a browser: the invalidated paths, or a request for the recent invalidations. */
type TabMessage = { paths: readonly string[] } | { readingMs: number }

/** The invalidations that the listening tab has received, for tabs that open later. */
const createRecent = () => {
  let received: { at: number; paths: readonly string[] }[] = []
  const within = (ms: number) => received.filter(({ at }) => at >= performance.now() - ms)
  return {
    add(paths: readonly string[]) {
      received = [...within(recentMs), { at: performance.now(), paths }]
    },
    ofLast: (ms: number) =>
      ms > recentMs ? [everything] : [...new Set(within(ms).flatMap(({ paths }) => paths))],
  }
}

/**
 * Reads again whatever changes on the server, until the returned function is called.
 * @param readingSince when the page began to read, by `performance.now()`
 * @param urgentPath the read that shows whether the session still exists
 */
export const followChanges = (
  client: QueryClient,
  readingSince: number,
  urgentPath: string,
): (() => void) => {
  const abort = new AbortController()
  const { signal } = abort
  const stop = () => abort.abort()
  const invalidate = createInvalidate(client, urgentPath, signal)
  const listening = { readingSince, urgentPath, signal }

  // Browsers offer locks only on pages with TLS. Without locks, each tab listens for itself.
  if (!navigator.locks) {
    listen(invalidate, { ...listening, hasMissed: false })
    return stop
  }

  const lockName = `${lockPrefix} ${choiceKey()}`
  const tabs = new BroadcastChannel(lockName)
  signal.addEventListener('abort', () => tabs.close())
  const recent = createRecent()
  const post = (message: TabMessage) => tabs.postMessage(message)
  let isLeading = false
  tabs.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if ('paths' in data) invalidate(data.paths)
    else if (isLeading) post({ paths: recent.ofLast(data.readingMs) })
  }

  const lead = (hasMissed: boolean) => {
    isLeading = true
    const handleInvalidated = (paths: readonly string[]) => {
      recent.add(paths)
      post({ paths })
      invalidate(paths)
    }
    listen(handleInvalidated, { ...listening, hasMissed })
    return new Promise((resolve) => signal.addEventListener('abort', resolve))
  }
  const follow = async () => {
    const isFirst = await navigator.locks.request(lockName, { ifAvailable: true }, async (lock) => {
      if (lock && !signal.aborted) await lead(false)
      return lock !== null
    })
    if (isFirst) return
    // Another tab listens. When that tab closes and this one takes over, invalidations may have been missed.
    post({ readingMs: Math.ceil(performance.now() - readingSince) })
    await navigator.locks.request(lockName, { signal }, () => lead(true))
  }
  follow().catch((error) => {
    if (signal.aborted) return
    // A browser that refuses storage also refuses locks.
    if (error instanceof DOMException && error.name === 'SecurityError')
      listen(invalidate, { ...listening, hasMissed: false })
    else throw error
  })
  return stop
}
