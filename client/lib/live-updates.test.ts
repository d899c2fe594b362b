import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isInBackground } from './background-reads.ts'
import { followChanges } from './live-updates.ts'

/** A stand-in for the EventSource of the browser. */
class Source extends EventTarget {
  static readonly CLOSED = 2
  static opened: Source[] = []
  readonly url: string
  readyState = 1
  onopen: () => void = () => {}
  onerror: () => void = () => {}
  constructor(url: string) {
    super()
    this.url = url
    Source.opened.push(this)
  }
  sendStale(...paths: string[]) {
    this.dispatchEvent(Object.assign(new Event('stale'), { data: JSON.stringify({ paths }) }))
  }
  refuse() {
    this.readyState = Source.CLOSED
    this.onerror()
  }
  close() {
    this.readyState = Source.CLOSED
  }
}

const page = Object.assign(new EventTarget(), {
  visibilityState: 'visible',
  dialog: null as object | null,
  querySelector: () => page.dialog,
})
const browser = new EventTarget()
const client = new QueryClient()
let stop: () => void

/** Observes a query and counts how often it runs, and how often it runs in the background. */
const show = async (...key: unknown[]) => {
  const counts = { all: 0, inBackground: 0 }
  const observer = new QueryObserver(client, {
    queryKey: key,
    queryFn: async ({ queryKey }) => {
      counts.all += 1
      if (isInBackground(queryKey)) counts.inBackground += 1
      return counts.all
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  observer.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(0)
  return counts
}

const latest = () => Source.opened.at(-1) as Source

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', Source)
  vi.stubGlobal('document', page)
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
  page.visibilityState = 'visible'
  page.dialog = null
  Source.opened = []
  stop = followChanges(client, performance.now() - 1_700, '/api/auth/user')
})
afterEach(() => {
  stop()
  client.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('the page sends how long ago its first reads began', async () => {
  expect(latest().url).toBe('/api/events?reading=1700')
})

test('reads below an invalidated path are repeated in the background, and no others', async () => {
  const tasks = await show('/api/partner/tasks', { limit: '50' }, 'pages')
  const one = await show('/api/partner/tasks', 'id')
  const others = await show('/api/partner/documents')
  latest().sendStale('/api/partner/tasks', '/api/chat/unread')
  await vi.advanceTimersByTimeAsync(0)
  expect([tasks, one, others]).toEqual([
    { all: 2, inBackground: 1 },
    { all: 2, inBackground: 1 },
    { all: 1, inBackground: 0 },
  ])
  latest().sendStale('*')
  await vi.advanceTimersByTimeAsync(0)
  expect(others).toEqual({ all: 2, inBackground: 1 })
})

test('a hidden page repeats its reads once when it is shown again', async () => {
  const tasks = await show('/api/partner/tasks')
  page.visibilityState = 'hidden'
  latest().sendStale('/api/partner/tasks')
  latest().sendStale('/api/partner/tasks')
  await vi.advanceTimersByTimeAsync(0)
  expect(tasks.all).toBe(1)
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(0)
  expect(tasks.all).toBe(2)
})

test('reads that failed without a network are repeated in the background when the network is back', async () => {
  const tasks = await show('/api/partner/tasks')
  let isAway = true
  const reads: boolean[] = []
  const observer = new QueryObserver(client, {
    queryKey: ['/api/partner/documents'],
    queryFn: ({ queryKey }) => {
      reads.push(isInBackground(queryKey))
      if (isAway && reads.length > 1) throw new TypeError('Failed to fetch')
      return reads.length
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  observer.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(0)
  latest().sendStale('/api/partner/documents')
  await vi.advanceTimersByTimeAsync(0)
  expect(observer.getCurrentResult()).toMatchObject({ data: 1, isError: true })
  isAway = false
  browser.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(observer.getCurrentResult()).toMatchObject({ data: 3, isError: false })
  expect(reads).toEqual([false, true, true])
  expect(tasks.all).toBe(1)
})

test('when the stream is refused, reads the session, opens the stream again, and then repeats all reads', async () => {
  const user = await show('/api/auth/user')
  const tasks = await show('/api/partner/tasks')
  latest().onopen()
  latest().refuse()
  await vi.advanceTimersByTimeAsync(0)
  expect([user.all, tasks.all]).toEqual([2, 1])
  await vi.advanceTimersByTimeAsync(3_000)
  expect(Source.opened).toHaveLength(2)
  latest().onopen()
  await vi.advanceTimersByTimeAsync(0)
  expect([user.all, tasks.all]).toEqual([3, 2])
})

test('a stream that the browser reopens itself is not opened twice', async () => {
  latest().readyState = 0
  latest().onerror()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(Source.opened).toHaveLength(1)
})

test('after stopping, no stream is opened and nothing is read', async () => {
  const tasks = await show('/api/partner/tasks')
  latest().refuse()
  stop()
  await vi.advanceTimersByTimeAsync(120_000)
  page.dispatchEvent(new Event('visibilitychange'))
  expect([Source.opened.length, tasks.all]).toEqual([1, 1])
})

test('behind an open dialog only the session is read again until the dialog closes', async () => {
  const tasks = await show('/api/partner/tasks')
  const user = await show('/api/auth/user')
  page.dialog = {}
  latest().sendStale('/api/partner/tasks', '/api/auth/user')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(tasks.all).toBe(1)
  expect(user.all).toBe(2)
  page.dialog = null
  await vi.advanceTimersByTimeAsync(1_000)
  expect(tasks.all).toBe(2)
  expect(user.all).toBe(2)
})

test('a list that is loading another page is read again after that page has loaded', async () => {
  const asked: number[] = []
  let answer = () => {}
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ['/api/resources', 'pages'],
    queryFn: ({ pageParam }) => {
      asked.push(pageParam)
      if (asked.length !== 2) return pageParam
      return new Promise<number>((resolve) => {
        answer = () => resolve(pageParam)
      })
    },
    initialPageParam: 1,
    getNextPageParam: (last: number) => last + 1,
    staleTime: Number.POSITIVE_INFINITY,
  })
  observer.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(0)
  void observer.fetchNextPage()
  const others = await show('/api/partner/tasks')
  latest().sendStale('/api/resources', '/api/partner/tasks')
  await vi.advanceTimersByTimeAsync(2_000)
  expect([asked, others.all]).toEqual([[1, 2], 2])
  answer()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(asked).toEqual([1, 2, 1, 2])
  expect(observer.getCurrentResult().data?.pages).toEqual([1, 2])
})
