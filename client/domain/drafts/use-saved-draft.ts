import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { call } from '#client/lib/api.ts'
import { typedValues, withDraft } from '#client/lib/draft.ts'
import { readOf } from '#client/lib/query-client.ts'
import { readStoredJson, store } from '#client/lib/storage.ts'
import type { Draft, DraftForm } from '#contract/drafts.ts'
import { createDraftSync, type DraftChanges, type DraftSync, type UnsentDraft } from './draft-sync.ts'
import type { Typed } from './merge-draft.ts'

/** The form and the user of a draft, and the draft as the server has it. */
export type DraftSource = {
  form: DraftForm
  /** The id of the user; null while viewing as a partner, since drafts are private: typed text is then not stored. */
  userId: string | null
  /** The draft on the server; undefined when it could not be read yet. */
  server: Draft | undefined
}

const draftOf = (form: DraftForm) => readOf('/api/drafts/:form', { params: { form } })

const createSync = (client: QueryClient, { form, userId, server }: DraftSource, prefill: Typed) => {
  const key = `draft:${userId}:${form}`
  const pick = (values: Typed) => typedValues(withDraft(prefill, values), prefill) as Typed
  const { queryKey } = draftOf(form)
  // A read that is already running began before this draft was stored, so it would return the previous draft.
  const remember = async (draft: Draft) => {
    await client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, draft)
  }
  const sync = createDraftSync(
    {
      send: async (body) => {
        const saved = await call('PUT /api/drafts/:form', { params: { form }, body }, { outlivesPage: true })
        await remember(saved)
        return saved
      },
      read: () => call('GET /api/drafts/:form', { params: { form } }),
      unsent: userId ? readUnsent(key) : undefined,
      storeUnsent: (unsent) => store(key, unsent && JSON.stringify(unsent)),
      pick,
    },
    server,
  )
  return { sync, remember }
}

/** Returns the unsent draft that this tab has stored under a key. */
export const readUnsent = (key: string): UnsentDraft | undefined => {
  const stored = readStoredJson(key)
  return typeof stored === 'object' && stored !== null && 'typed' in stored && 'base' in stored
    ? (stored as UnsentDraft)
    : undefined
}

/** Sends typed text while the form is open, and at once when the user leaves the page or the form, and when the network is back. */
export const useUnsentDraft = (sync: DraftSync, isOn = true) =>
  useEffect(() => {
    if (!isOn) return
    sync.open()
    const listening = new AbortController()
    const flush = () => void sync.flush()
    document.addEventListener('visibilitychange', flush, listening)
    addEventListener('pagehide', flush, listening)
    addEventListener('online', flush, listening)
    return () => {
      listening.abort()
      sync.close()
    }
  }, [sync, isOn])

/**
 * The draft of a form on the server, for `useEditForm`. Typed text reaches the server and the user's other devices a moment later, and
 * text typed elsewhere shows in this form. Without a network, the draft waits in this tab.
 * @param source the source that `WithDraft` passes to the form
 * @param prefill the initial values of the form without a draft; the same object at every render
 */
export const useSavedDraft = <V extends Typed>(source: DraftSource, prefill: V) => {
  const client = useQueryClient()
  const [{ sync, remember }] = useState(() => createSync(client, source, prefill))
  const [initial] = useState(() => withDraft(prefill, source.userId ? sync.typed() : {}))
  const { state, conflicts } = useSyncExternalStore(sync.subscribe, sync.snapshot)
  const { server } = source
  const isOn = source.userId !== null

  useEffect(() => {
    if (isOn && server) sync.receive(server)
  }, [sync, server, isOn])

  useUnsentDraft(sync, isOn)

  // The object must stay the same while the form is mounted, because effects of the form depend on it.
  const form = useMemo(
    () => ({
      initial,
      store: (values: V) => {
        if (isOn) sync.change(typedValues(values, prefill) as Typed)
      },
      follow: (onChanges: (values: Partial<V>) => void) =>
        sync.follow((changes) => onChanges(valuesOf(changes, prefill))),
    }),
    [sync, initial, prefill, isOn],
  )

  return {
    form,
    state: isOn ? state : 'empty',
    /** The fields in which another tab or device has a different text, with that text. */
    conflicts: Object.entries(valuesOf(conflicts, prefill)) as [keyof V & string, string][],
    resolve: sync.resolve,
    /** Sends the form itself. The draft is not saved in the meantime, and is discarded after success. @throws the error of `send` */
    submit: async <T>(send: () => Promise<T>): Promise<T> => {
      await sync.pause()
      try {
        const sent = await send()
        sync.forget()
        await remember({ values: {}, updatedAt: null })
        return sent
      } catch (error) {
        sync.resume()
        throw error
      }
    },
  }
}

const valuesOf = <V extends Typed>(changes: DraftChanges, prefill: V) =>
  Object.fromEntries(
    [...changes].map(([field, value]) => [field, value ?? prefill[field] ?? '']),
  ) as Partial<V>
