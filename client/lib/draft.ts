import { useCallback, useState } from 'react'

type Values = Record<string, unknown>

const keyOf = (name: string) => `draft:${name}`

const readDraft = (name: string): Values => {
  if (!name) return {}
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? '{}')
    return typeof stored === 'object' && stored !== null ? (stored as Values) : {}
  } catch {
    return {}
  }
}

/** False where the browser refuses storage, or has no room left. */
const writeDraft = (name: string, values: Values): boolean => {
  if (!name) return false
  try {
    if (Object.keys(values).length > 0) sessionStorage.setItem(keyOf(name), JSON.stringify(values))
    else sessionStorage.removeItem(keyOf(name))
    return true
  } catch {
    return false
  }
}

/** Removes what was typed: it has been sent, or thrown away. */
export const clearDraft = (name: string) => {
  writeDraft(name, {})
}

/** What was typed instead of what the form began with: the rest goes on following its source. */
export const typedValues = (values: Values, prefill: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([field, value]) => value !== prefill[field]))

/** A form's beginning with what was typed set in. Fields that the form no longer has, and what is no text, are left out. */
export const withDraft = <V extends Values>(prefill: V, typed: Values): V => {
  const known = Object.entries(typed).filter(
    ([field, value]) => Object.hasOwn(prefill, field) && typeof value === 'string',
  )
  return { ...prefill, ...Object.fromEntries(known) }
}

/**
 * Stores what is typed in a form in this tab, so that it survives a reload.
 * @param name of the form, with the id of the person: another one at the same computer must not find it; empty for none
 * @param prefill what the form begins with when nothing was typed: the same object at every render
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
    /** What the form begins with. */
    initial: withDraft(prefill, restored),
    wasRestored,
    /** Whether what was typed is stored. */
    isSaved,
    store,
  }
}
