import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#client/lib/api.ts'
import type { Draft } from '#contract/drafts.ts'
import { createDraftSync, type UnsentDraft } from './draft-sync.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const none: Draft = { values: {}, updatedAt: null }
const conflict = () => new ApiError(409, '{}')

/** A simulated server with one draft, which can become unreachable, and the storage of one tab. */
const createServer = () => {
  const server = { draft: none, isAway: false, saves: 0, change: 0 }
  const stamp = () => `2026-11-20T10:00:00.${String(++server.change).padStart(3, '0')}Z`
  const save = (values: Draft['values']) => {
    server.draft = { values, updatedAt: stamp() }
    return server.draft
  }
  const openTab = (unsent?: UnsentDraft) => {
    const tab = { unsent: unsent ?? null }
    const sync = createDraftSync(
      {
        send: async ({ values, updatedAt }) => {
          server.saves++
          if (server.isAway) throw new TypeError('Failed to fetch')
          if (updatedAt !== server.draft.updatedAt) throw conflict()
          return save(values)
        },
        read: async () => server.draft,
        unsent,
        storeUnsent: (next) => {
          tab.unsent = next
          return true
        },
        pick: (values) => values,
      },
      server.isAway ? undefined : server.draft,
    )
    sync.open()
    return { sync, tab, state: () => sync.snapshot().state }
  }
  return { server, save, openTab }
}

const later = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('sends typed text at most every two seconds, and then reports it as saved', async () => {
  const { server, openTab } = createServer()
  const { sync, tab, state } = openTab()
  expect(state()).toBe('empty')
  for (let typed = 1; typed <= 40; typed++) {
    sync.change({ name: 'x'.repeat(typed) })
    await later(100)
  }
  await later(2_000)
  expect(server.draft.values).toEqual({ name: 'x'.repeat(40) })
  expect(server.saves).toBeLessThanOrEqual(3)
  expect(state()).toBe('saved')
  expect(tab.unsent).toBeNull()
})

test('a tab that has not seen a newer draft merges it instead of overwriting it', async () => {
  const { server, openTab } = createServer()
  const [older, newer] = [openTab(), openTab()]
  const shown: unknown[] = []
  older.sync.follow((changes) => shown.push(Object.fromEntries(changes)))
  newer.sync.change({ name: 'Newer', venue: 'Hall' })
  await later(2_000)
  older.sync.change({ name: 'Older', title: 'Owner' })
  await later(2_000)
  expect(shown).toEqual([{ venue: 'Hall' }])
  expect([...older.sync.snapshot().conflicts]).toEqual([['name', 'Newer']])
  await later(2_000)
  expect(server.draft.values).toEqual({ name: 'Older', title: 'Owner', venue: 'Hall' })
  expect(older.state()).toBe('saved')
  older.sync.resolve('name')
  expect(older.sync.snapshot().conflicts.size).toBe(0)
})

test('shows the text that another tab has sent once the page has read it', async () => {
  const { openTab, save } = createServer()
  const { sync, state } = openTab()
  const shown: unknown[] = []
  sync.follow((changes) => shown.push(...changes))
  sync.receive(save({ venue: 'Hall' }))
  expect(shown).toEqual([['venue', 'Hall']])
  expect(state()).toBe('saved')
})

test('without a network, the tab stores typed text, and sends it when the network is back', async () => {
  const { server, openTab, save } = createServer()
  save({ name: 'Dana' })
  const { sync, tab, state } = openTab()
  server.isAway = true
  sync.change({ name: 'Dana', venue: 'Hall' })
  await later(2_000)
  expect(state()).toBe('local')
  const saves = server.saves
  await later(60_000)
  expect(server.saves - saves).toBeLessThanOrEqual(4)
  // In the meantime, the page was reloaded, and another device has sent a draft.
  const reloaded = openTab(tab.unsent ?? undefined)
  expect(reloaded.sync.typed()).toEqual({ name: 'Dana', venue: 'Hall' })
  await sync.pause()
  server.isAway = false
  save({ name: 'Dana Whitfield' })
  await reloaded.sync.flush()
  await later(2_000)
  expect(server.draft.values).toEqual({ name: 'Dana Whitfield', venue: 'Hall' })
  expect(reloaded.state()).toBe('saved')
})

test('a form that is gone sends its text once, and never over the text of the form that was opened after it', async () => {
  const { server, openTab } = createServer()
  const { sync, tab } = openTab()
  sync.change({ name: 'First' })
  sync.close()
  await later(0)
  expect(server.draft.values).toEqual({ name: 'First' })

  server.isAway = true
  sync.open()
  sync.change({ name: 'Second' })
  sync.close()
  await later(0)
  const again = openTab(tab.unsent ?? undefined)
  again.sync.change({ name: 'Third' })
  server.isAway = false
  const { saves } = server
  await later(120_000)
  expect(server.saves).toBe(saves + 1)
  expect(server.draft.values).toEqual({ name: 'Third' })
})

test('text that was typed while a request is running is sent at once when the form is closed', async () => {
  const { server, openTab } = createServer()
  const { sync } = openTab()
  sync.change({ name: 'One' })
  void sync.flush()
  sync.change({ name: 'One and two' })
  sync.close()
  await later(0)
  expect(server.draft.values).toEqual({ name: 'One and two' })
})

test('does not retry a draft that the server refuses permanently until the draft changes', async () => {
  const { sync, state } = (() => {
    const send = async () => {
      throw new ApiError(400, '{}')
    }
    const read = async () => none
    const options = {
      send,
      read,
      unsent: undefined,
      storeUnsent: () => false,
      pick: (values: object) => values as never,
    }
    const created = createDraftSync(options, none)
    created.open()
    return { sync: created, state: () => created.snapshot().state }
  })()
  sync.change({ name: 'x' })
  await later(2_000)
  expect(state()).toBe('unsaved')
  expect(vi.getTimerCount()).toBe(0)
  sync.change({ name: 'y' })
  expect(state()).toBe('saving')
})

test('a draft that is not merged stops at what another tab has saved, keeps what was typed, and begins again with that', async () => {
  const { server, save } = createServer()
  const tab = { unsent: null as UnsentDraft | null }
  const first = save({ title: 'One' })
  const send = async ({ values, updatedAt }: { values: Draft['values']; updatedAt: string | null }) => {
    if (updatedAt !== server.draft.updatedAt) throw conflict()
    return save(values)
  }
  const storeUnsent = (unsent: UnsentDraft | null) => {
    tab.unsent = unsent
    return true
  }
  const sync = createDraftSync({ send, unsent: undefined, storeUnsent, pick: (values) => values }, first)
  sync.open()
  const theirs = save({ title: 'Theirs' })
  sync.change({ title: 'Mine' })
  await later(2_000)
  expect(sync.snapshot()).toMatchObject({
    state: 'local',
    error: { status: 409 },
    updatedAt: first.updatedAt,
  })
  expect(tab.unsent?.typed).toEqual({ title: 'Mine' })
  expect(vi.getTimerCount()).toBe(0)
  sync.restart(theirs)
  expect(sync.typed()).toEqual({ title: 'Theirs' })
  expect(sync.snapshot()).toMatchObject({ state: 'saved', error: undefined, updatedAt: theirs.updatedAt })
  expect(tab.unsent).toBeNull()
  sync.change({ title: 'Mine again' })
  await sync.flush()
  expect(server.draft.values).toEqual({ title: 'Mine again' })
})

test('when another tab has sent the form, the shown text stays, and is saved again only when it changes', async () => {
  const { server, openTab, save } = createServer()
  save({ name: 'Dana' })
  const { sync } = openTab()
  server.draft = none
  sync.receive(none)
  await later(5_000)
  expect(sync.typed()).toEqual({ name: 'Dana' })
  expect(server.saves).toBe(0)
  sync.change({ name: 'Dana', venue: 'Hall' })
  await later(2_000)
  expect(server.draft.values).toEqual({ name: 'Dana', venue: 'Hall' })
})

test('saves nothing while the form itself is being sent, nor after that', async () => {
  const { server, openTab } = createServer()
  const { sync, tab } = openTab()
  sync.change({ name: 'Dana' })
  await sync.pause()
  await later(5_000)
  expect(server.saves).toBe(0)
  sync.resume()
  await later(2_000)
  expect(server.saves).toBe(1)
  sync.forget()
  sync.change({ name: 'Dana W' })
  await later(5_000)
  expect(server.saves).toBe(1)
  expect(tab.unsent).toBeNull()
})
