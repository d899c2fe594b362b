import type { Query, QueryClient } from '@tanstack/react-query'
import { invalidateInBackground } from './background-reads.ts'
import { currentUserPath } from './current-user.ts'
import { addressOf } from './query-client.ts'

// Written here, since the contract's file of it brings Zod, which the start of the client does without.
const streamPath = '/api/events'
const everything = '*'
// Longer than that a tab does not remember what it has heard.
const heardMillis = 30_000

// Of all tabs of a browser one listens for all: a browser has six connections to a server that speaks HTTP/1.1.
const lockName = 'live-updates'
const firstPause = 2_000
const longestPause = 60_000

// How often it is looked whether there is still something to wait for.
const holdMillis = 500

/**
 * Reads anew what is told to be stale: at once while the page can be seen, else when it can be again; and not behind an open
 * dialog or menu, since a row that moves or goes would take it along, with what is typed in it; nor a list while more of it is
 * on its way, which somebody has asked for and would not get. Who is signed in, is always asked.
 */
const createRefresher = (client: QueryClient) => {
  const isStale = ({ queryKey }: Query, path: string) =>
    path === everything || addressOf(queryKey).startsWith(path)
  const isGrowing = (path: string) =>
    client
      .getQueryCache()
      .findAll({
        fetchStatus: 'fetching',
        predicate: ({ state }) => state.fetchMeta?.fetchMore !== undefined,
      })
      .some((query) => isStale(query, path))

  const waiting = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const refresh = () => {
    if (document.visibilityState !== 'visible' || waiting.size === 0) return
    const isHeld = document.querySelector('[aria-modal="true"], [role="menu"]') !== null
    const paths = [...waiting].filter((path) => path === currentUserPath || !(isHeld || isGrowing(path)))
    for (const path of paths) waiting.delete(path)
    clearTimeout(timer)
    if (waiting.size > 0) timer = setTimeout(refresh, holdMillis)
    if (paths.length === 0) return
    void invalidateInBackground(client, {
      predicate: (query) => paths.some((path) => isStale(query, path)),
    })
  }
  document.addEventListener('visibilitychange', refresh)

  return {
    note(paths: readonly string[]) {
      for (const path of paths) waiting.add(path)
      refresh()
    },
    close: () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', refresh)
    },
  }
}

/**
 * Listens until it is closed, and first asks for what became stale since the page began to read. A stream that breaks is
 * opened again by the browser, and is then told what it has missed; one that is refused is tried again after pauses that
 * grow, and has missed whatever there was.
 */
const listen = (onStale: (paths: readonly string[]) => void, readingSince: number, hasMissed: boolean) => {
  let source: EventSource
  let timer: ReturnType<typeof setTimeout> | undefined
  let pause = firstPause

  const open = (missed: boolean) => {
    source = new EventSource(`${streamPath}?reading=${Math.ceil(performance.now() - readingSince)}`)
    source.onopen = () => {
      pause = firstPause
      if (missed) onStale([everything])
    }
    source.addEventListener('stale', ({ data }) => onStale(JSON.parse(data).paths))
    source.onerror = () => {
      if (source.readyState !== EventSource.CLOSED) return
      // Perhaps nobody is signed in any more: asking tells, and leads to signing in.
      onStale([currentUserPath])
      timer = setTimeout(() => open(true), pause * (0.5 + Math.random()))
      pause = Math.min(pause * 2, longestPause)
    }
  }

  open(hasMissed)
  return () => {
    clearTimeout(timer)
    source.close()
  }
}

/** What the tabs of a browser say to each other: what became stale, or that one needs to know what did of late. */
type TabMessage = { paths: readonly string[] } | { readingMillis: number }

/** What one tab hears for all of them, and still knows for those that come. */
const createHeard = () => {
  let heard: { at: number; paths: readonly string[] }[] = []
  const within = (millis: number) => heard.filter(({ at }) => at >= performance.now() - millis)
  return {
    add(paths: readonly string[]) {
      heard = [...within(heardMillis), { at: performance.now(), paths }]
    },
    ofLast: (millis: number) =>
      millis > heardMillis ? [everything] : [...new Set(within(millis).flatMap(({ paths }) => paths))],
  }
}

/**
 * Keeps what the page shows as it is on the server, until the function that it answers is called.
 * @param readingSince when the page began to read, by `performance.now()`
 */
export const followChanges = (client: QueryClient, readingSince: number): (() => void) => {
  const { note, close } = createRefresher(client)
  const stopped = Promise.withResolvers<void>()
  const abort = new AbortController()

  // Browsers have none on pages that come without TLS: there each tab listens for itself.
  if (!navigator.locks) {
    const stopListening = listen(note, readingSince, false)
    return () => {
      stopListening()
      close()
    }
  }

  const tabs = new BroadcastChannel(lockName)
  const heard = createHeard()
  const tell = (message: TabMessage) => tabs.postMessage(message)
  let isLeading = false
  tabs.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if ('paths' in data) note(data.paths)
    else if (isLeading) tell({ paths: heard.ofLast(data.readingMillis) })
  }

  const lead = async (hasMissed: boolean) => {
    isLeading = true
    const handleStale = (paths: readonly string[]) => {
      heard.add(paths)
      tell({ paths })
      note(paths)
    }
    const stopListening = listen(handleStale, readingSince, hasMissed)
    await stopped.promise
    stopListening()
    tabs.close()
  }
  const follow = async () => {
    const isFirst = await navigator.locks.request(lockName, { ifAvailable: true }, async (lock) => {
      if (lock) await lead(false)
      return lock !== null
    })
    if (isFirst) return
    // Another tab listens. When it goes, whatever came meanwhile was heard by nobody.
    tell({ readingMillis: Math.ceil(performance.now() - readingSince) })
    await navigator.locks.request(lockName, { signal: abort.signal }, () => lead(true))
  }
  follow().catch((error) => {
    if (!abort.signal.aborted) throw error
    tabs.close()
  })

  return () => {
    stopped.resolve()
    abort.abort()
    close()
  }
}
