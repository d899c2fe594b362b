import '#client/ui/styles.css'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { queryClient } from '#client/lib/query-client.ts'
import { dismissToast, readToasts } from '#client/lib/toast.ts'
import { answerPartnerTable } from './partner-table.ts'
import {
  answerFetch,
  answerTheRest,
  forgetAnswers,
  refusedCalls,
  unansweredCalls,
} from './portal-responses.ts'
import { answerFrame } from './screen.tsx'

/** A stream that never sends an invalidation, since tests check what is read again without live updates. */
class SilentEventSource extends EventTarget {
  static readonly CLOSED = 2
  readonly readyState = 1
  close() {}
}

const address = location.href

/** Dismisses all toasts; dismissing a toast may bring back the toast before it. */
const forgetToasts = () => {
  const open = readToasts().find((toast) => toast.open)
  if (!open) return
  dismissToast(open.id)
  forgetToasts()
}

beforeEach(async () => {
  vi.stubGlobal('fetch', answerFetch)
  vi.stubGlobal('EventSource', SilentEventSource)
  answerFrame()
  answerPartnerTable()
  // Setting the size that the page has already would cost as much as a change.
  if (innerWidth !== 1440 || innerHeight !== 900) await page.viewport(1440, 900)
})

afterEach(async () => {
  await cleanup()
  const unanswered = unansweredCalls()
  const refused = refusedCalls()
  await answerTheRest()
  forgetAnswers()
  queryClient.clear()
  forgetToasts()
  history.replaceState(null, '', address)
  localStorage.clear()
  sessionStorage.clear()
  expect(unanswered, 'calls without an answer').toEqual([])
  expect(refused, 'calls that the server would refuse').toEqual([])
})
