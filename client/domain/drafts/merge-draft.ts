/** The typed values, by field; only values that differ from the initial values of the form. */
export type Typed = Record<string, string>

type Merging = {
  /** The values on the server before either version changed them. */
  base: Typed
  own: Typed
  /** The values after another tab or device has changed them. */
  server: Typed
}

/**
 * Merges two versions of a form. A field that only one of them has changed has that change. If both have changed a field, the text of this
 * form wins, and `conflicts` has the other text: undefined if the other text is the initial value.
 */
export const mergeDraft = ({ base, own, server }: Merging) => {
  const fields = new Set([base, own, server].flatMap(Object.keys))
  const merged: [string, string][] = []
  const conflicts: [string, string | undefined][] = []
  for (const field of fields) {
    const [before, ours, theirs] = [base, own, server].map((values) => textOf(values, field))
    const isTheirs = ours === before && theirs !== before
    if (!isTheirs && theirs !== before && theirs !== ours) conflicts.push([field, theirs])
    const value = isTheirs ? theirs : ours
    if (value !== undefined) merged.push([field, value])
  }
  return { values: Object.fromEntries(merged) as Typed, conflicts: new Map(conflicts) }
}

const textOf = (values: Typed, field: string) => (Object.hasOwn(values, field) ? values[field] : undefined)

/** Returns whether two drafts have the same fields with the same values. */
export const isSameDraft = (one: Typed, other: Typed) => {
  const entries = Object.entries(one)
  return (
    entries.length === Object.keys(other).length &&
    entries.every(([field, value]) => textOf(other, field) === value)
  )
}
