import { useCallback, useState } from 'react'
import { readStoredJson, store as storeText } from './storage.ts'

type Values = Record<string, unknown>

const keyOf = (name: string) => `draft:${name}`

const readDraft = (name: string): Values => {
  const stored = name ? readStoredJson(keyOf(name)) : undefined
  return typeof stored === 'object' && stored !== null ? (stored as Values) : {}
}

/** Stores the values of a draft. Returns false when the browser refuses storage or has no room left. */
const writeDraft = (name: string, values: Values): boolean => {
  const text = Object.keys(values).length > 0 ? JSON.stringify(values) : null
  return name !== '' && storeText(keyOf(name), text)
}

/** Removes a draft that was sent or discarded. */
export const clearDraft = (name: string) => {
  writeDraft(name, {})
}

/** Returns the values that differ from the initial ones; the other fields continue to follow their source. */
export const typedValues = (values: Values, prefill: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([field, value]) => value !== prefill[field]))

/** Returns the initial values of a form with a draft applied. Skips fields that the form lacks and values that are not text. */
export const withDraft = <V extends Values>(prefill: V, typed: Values): V => {
  const known = Object.entries(typed).filter(
    ([field, value]) => Object.hasOwn(prefill, field) && typeof value === 'string',
  )
  return { ...prefill, ...Object.fromEntries(known) }
}

/**
 * Stores what is typed in a form in this tab, so that it survives a reload.
 * @param name the form's name with the user's id, so that the next user of the computer does not see the draft; empty for no draft
 * @param prefill the initial values without a draft; the same object at every render
 */
export const useDraft = <V extends Values>(name: string, prefill: V) => {
  const [restored] = useState(() => readDraft(name))
  const wasRestored = Object.keys(restored).length > 0
  const [isSaved, setSaved] = useState(wasRestored)

  const store = useCallback(
    (values: V) => {
      const typed = typedValues(values, prefill)
      setSaved(writeDraft(name, typed) && Object.keys(typed).length > 0)
    },
    [name, prefill],
  )

  return {
    /** The initial values of the form. */
    initial: withDraft(prefill, restored),
    wasRestored,
    /** Whether what was typed is stored. */
    isSaved,
    store,
  }
}
