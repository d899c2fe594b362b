import { expect, test, vi } from 'vitest'
import { createClosing } from './closing.ts'

const recorded = () => ({ warn: vi.fn(), error: vi.fn() })

test('closes in reverse order, one after the other', async () => {
  const closing = createClosing(recorded())
  const closed: string[] = []
  for (const name of ['database', 'jobs', 'server'])
    closing.add(name, async () => {
      await new Promise(setImmediate)
      closed.push(name)
    })
  await closing.closeAll()
  expect(closed).toEqual(['server', 'jobs', 'database'])
})

test('continues after a step that fails or never ends, and logs which one', async () => {
  const log = recorded()
  const closing = createClosing(log)
  const closed: string[] = []
  const err = new Error('broken')
  closing.add('the database', () => closed.push('database'))
  closing.add('the jobs', () => new Promise(() => {}), 20)
  closing.add('the bus', () => Promise.reject(err))
  await closing.closeAll()
  expect(closed).toEqual(['database'])
  expect(log.warn.mock.calls).toEqual([[{ seconds: 0.02 }, 'gave up waiting for the jobs']])
  expect(log.error.mock.calls).toEqual([[{ err }, 'closing the bus failed']])
})

test('closes nothing twice', async () => {
  const closing = createClosing(recorded())
  const close = vi.fn()
  closing.add('the bus', close)
  await Promise.all([closing.closeAll(), closing.closeAll()])
  expect(close).toHaveBeenCalledTimes(1)
})
