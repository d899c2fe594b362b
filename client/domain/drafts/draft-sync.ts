import { ApiError } from '#client/lib/api.ts'
import type { Draft } from '#contract/drafts.ts'
import { isSameDraft, mergeDraft, type Typed } from './merge-draft.ts'

// How long to wait before sending typed text, so that there is at most one request in this time.
const saveDelayMs = 2_000
const firstRetryMs = 5_000
const maxRetryMs = 60_000

/** Text that the server does not have yet, with the state of the server that the text is based on. */
export type UnsentDraft = { typed: Typed; base: Typed; updatedAt: string | null }

/**
 * The state of a draft:
 * - `empty`: nothing was typed
 * - `saving`: text was typed a moment ago
 * - `saved`: the server has the draft
 * - `local`: the server cannot be reached or refuses the draft, and this tab has stored it
 * - `unsaved`: the server cannot be reached or refuses the draft, and the browser cannot store it either
 */
export type DraftState = 'empty' | 'saving' | 'saved' | 'local' | 'unsaved'

/** The values that fields of the form must change to; undefined for the initial value of the field. */
export type DraftChanges = ReadonlyMap<string, string | undefined>

type DraftSyncOptions = {
  /** Stores a draft in place of the draft that was read last. @throws ApiError 409 when another draft was stored since then */
  send: (draft: { values: Typed; updatedAt: string | null }) => Promise<Draft>
  /** Reads the draft, to merge it with the typed text. Without it, another draft is a refusal, which `restart` ends. */
  read?: () => Promise<Draft>
  /** The draft that this tab stored before it was reloaded. */
  unsent: UnsentDraft | undefined
  /** Stores an unsent draft in this tab; null removes it. Returns whether the browser has stored it. */
  storeUnsent: (unsent: UnsentDraft | null) => boolean
  /** Returns the values of a draft that the form has a field for. */
  pick: (values: Typed) => Typed
}

/** The draft of one open form: sends typed text a moment later, and merges the drafts that other tabs and devices have sent. */
export const createDraftSync = (
  { send, read, unsent, storeUnsent, pick }: DraftSyncOptions,
  server: Draft | undefined,
) => {
  let base = pick(unsent ? unsent.base : (server?.values ?? {}))
  let updatedAt = unsent ? unsent.updatedAt : (server?.updatedAt ?? null)
  let typed = unsent ? pick(unsent.typed) : base
  let isDirty = unsent !== undefined
  let isOpen = false
  let isPaused = false
  let isForgotten = false
  let isUrgent = false
  let isStored = false
  let conflicts: DraftChanges = new Map()
  let retryMs = firstRetryMs
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<void> | undefined
  let failure: { error: unknown; isFinal: boolean } | undefined
  let onMerged: ((changes: DraftChanges) => void) | undefined
  const listeners = new Set<() => void>()

  const stateNow = (): DraftState => {
    if (!isDirty) return Object.keys(typed).length > 0 ? 'saved' : 'empty'
    if (!failure) return 'saving'
    return isStored ? 'local' : 'unsaved'
  }
  const shownNow = () => ({ state: stateNow(), conflicts, updatedAt, error: failure?.error })
  let shown = shownNow()
  const show = () => {
    const next = shownNow()
    if (Object.entries(next).every(([name, value]) => value === shown[name as keyof typeof shown])) return
    shown = next
    for (const listener of listeners) listener()
  }

  const schedule = (ms: number) => {
    if (!isOpen || isPaused) return
    timer ??= setTimeout(() => {
      timer = undefined
      void flush()
    }, ms)
  }
  const unschedule = () => {
    clearTimeout(timer)
    timer = undefined
  }

  const storeHere = () => {
    isStored = storeUnsent(isDirty ? { typed, base, updatedAt } : null)
  }

  const receive = (draft: Draft) => {
    // A draft that was read before the last save is outdated.
    if (sending || draft.updatedAt === updatedAt) return
    merge(draft)
  }

  const merge = (draft: Draft) => {
    if (draft.updatedAt === null) {
      // The form was sent elsewhere, or the draft has expired. The text in this form stays, and is saved when it changes.
      base = {}
      updatedAt = null
    } else {
      const theirs = pick(draft.values)
      const merged = mergeDraft({ base, own: typed, server: theirs })
      const changes = [...new Set([...Object.keys(typed), ...Object.keys(merged.values)])]
        .filter((field) => merged.values[field] !== typed[field])
        .map((field) => [field, merged.values[field]] as const)
      base = theirs
      updatedAt = draft.updatedAt
      typed = merged.values
      isDirty = !isSameDraft(typed, base)
      if (merged.conflicts.size > 0) conflicts = new Map([...conflicts, ...merged.conflicts])
      if (changes.length > 0) onMerged?.(new Map(changes))
      if (isDirty) schedule(saveDelayMs)
    }
    storeHere()
    show()
  }

  const sendOnce = async () => {
    const values = typed
    try {
      const saved = await send({ values, updatedAt })
      base = values
      updatedAt = saved.updatedAt
      isDirty = !isSameDraft(typed, base)
    } catch (error) {
      if (!read || !(error instanceof ApiError && error.status === 409)) throw error
      merge(await read())
    }
    failure = undefined
    retryMs = firstRetryMs
  }

  const attempt = async () => {
    try {
      do {
        isUrgent = false
        await sendOnce()
        // A form that is gone sends at once what was typed, or merged, while the request was running.
      } while (isDirty && (isUrgent || !isOpen))
      if (isDirty) schedule(saveDelayMs)
    } catch (error) {
      failure = { error, isFinal: isFinal(error) }
      if (!failure.isFinal) schedule(retryMs)
      retryMs = Math.min(retryMs * 2, maxRetryMs)
    }
    sending = undefined
    storeHere()
    show()
  }

  const flush = () => {
    unschedule()
    if (!isDirty || isPaused) return sending
    if (sending) isUrgent = true
    sending ??= attempt()
    return sending
  }

  if (unsent && server) receive(server)
  storeHere()

  return {
    /** Returns the values typed so far. */
    typed: () => typed,
    /** Records the current values of the form. */
    change: (next: Typed) => {
      if (isForgotten || isSameDraft(next, typed)) return
      typed = next
      isDirty = !isSameDraft(typed, base)
      if (failure?.isFinal) failure = undefined
      storeHere()
      if (isDirty) schedule(saveDelayMs)
      else unschedule()
      show()
    },
    /** Merges a draft that was read from the server. */
    receive,
    /** Begins again with a draft that replaces the typed text. */
    restart: (draft: Draft) => {
      unschedule()
      base = draft.values
      typed = draft.values
      updatedAt = draft.updatedAt
      isDirty = false
      failure = undefined
      storeHere()
      show()
    },
    /** Begins to send typed text a moment later. Until then, and after `close`, another form can have the same draft. */
    open: () => {
      isOpen = true
      if (isDirty) schedule(saveDelayMs)
    },
    /** Sends unsent text a last time. What fails waits in this tab until the form is opened again. */
    close: () => {
      void flush()
      isOpen = false
    },
    /** Sends unsent text immediately. */
    flush,
    /** Stops sending. Resolves when no request is pending anymore. */
    pause: async () => {
      isPaused = true
      unschedule()
      await sending
    },
    resume: () => {
      isPaused = false
      if (isDirty) schedule(saveDelayMs)
    },
    /** Discards the draft of a form that was sent. */
    forget: () => {
      isForgotten = true
      isPaused = true
      isDirty = false
      typed = {}
      storeUnsent(null)
    },
    /** Removes the conflict of a field. */
    resolve: (field: string) => {
      conflicts = new Map([...conflicts].filter(([name]) => name !== field))
      show()
    },
    follow: (listener: (changes: DraftChanges) => void) => {
      onMerged = listener
      return () => {
        onMerged = undefined
      }
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Returns the state, the fields in conflict, when the draft was last saved, and why the last request failed. */
    snapshot: () => shown,
  }
}

export type DraftSync = ReturnType<typeof createDraftSync>

/** Returns whether a retry is useless, because the draft is too long or the user may no longer fill in the form. */
const isFinal = (error: unknown) =>
  error instanceof ApiError && [400, 403, 404, 409, 413].includes(error.status)
