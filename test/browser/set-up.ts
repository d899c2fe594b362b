import '#client/ui/styles.css'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { queryClient } from '#client/lib/query-client.ts'
import { dismissToast, readToasts } from '#client/lib/toast.ts'
import { answerFetch, answerTheRest, forgetAnswers, refusedCalls, unansweredCalls } from './portal-answers.ts'
import { answerFrame } from './screen.tsx'

/** Live updates that never come: what is read again without them is what a test is about. */
class SilentEventSource extends EventTarget {
  static readonly CLOSED = 2
  readonly readyState = 1
  close() {}
}

const address = location.href

/** One that is dismissed may bring back the one before it. */
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
  await page.viewport(1440, 900)
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
