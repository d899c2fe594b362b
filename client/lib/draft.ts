import { useCallback, useState } from 'react'

type Values = Record<string, string>

const keyOf = (name: string) => `draft:${name}`

const readDraft = (name: string): Values => {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Values) : {}
  } catch {
    return {}
  }
}

/** False where the browser refuses storage, or has no room left. */
const writeDraft = (name: string, values: Values): boolean => {
  try {
    if (Object.keys(values).length > 0) sessionStorage.setItem(keyOf(name), JSON.stringify(values))
    else sessionStorage.removeItem(keyOf(name))
    return true
  } catch {
    return false
  }
}

/** Forgets what was typed: it has been sent. */
export const clearDraft = (name: string) => {
  writeDraft(name, {})
}

/** What was typed instead of what the form began with: the rest goes on following its source. */
export const typedValues = (values: Values, prefill: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([field, value]) => value !== prefill[field]))

/** A form's beginning with what was typed set in. Fields that the form no longer has, and what is no text, fall away. */
export const withDraft = <V extends Values>(prefill: V, typed: Values): V => {
  const known = Object.entries(typed).filter(
    ([field, value]) => Object.hasOwn(prefill, field) && typeof value === 'string',
  )
  return { ...prefill, ...Object.fromEntries(known) }
}

/**
 * Keeps what is typed in a form in this tab, so that it survives a reload.
 * @param name of the form, with the id of whose it is: another person at the same computer must not find it
 * @param prefill what the form begins with when nothing was typed: the same object at every render
 */
export const useDraft = <V extends Values>(name: string, prefill: V) => {
  const [begun] = useState(() => readDraft(name))
  const [saved, setSaved] = useState(Object.keys(begun).length > 0)

  const keep = useCallback(
    (values: V) => {
      const typed = typedValues(values, prefill)
      setSaved(writeDraft(name, typed) && Object.keys(typed).length > 0)
    },
    [name, prefill],
  )

  return {
    /** What the form begins with. */
    initial: withDraft(prefill, begun),
    /** Whether what was typed is kept. */
    saved,
    keep,
  }
}
