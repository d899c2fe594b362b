/** What was typed, by field: only the values that differ from those with which the form begins. */
export type Typed = Record<string, string>

type Merging = {
  /** The state of the server from which both began. */
  base: Typed
  own: Typed
  /** The values after another tab or device has changed them. */
  server: Typed
}

/**
 * What two have typed in one form. What only one of them has changed is theirs. Where both have changed a field, the own text stays,
 * and `conflicts` has the other one: undefined where the other one is as the form began.
 */
export const mergeDraft = ({ base, own, server }: Merging) => {
  const fields = new Set([base, own, server].flatMap(Object.keys))
  const merged: [string, string][] = []
  const conflicts: [string, string | undefined][] = []
  for (const field of fields) {
    const [before, ours, theirs] = [base, own, server].map((values) => ownText(values, field))
    const isTheirs = ours === before && theirs !== before
    if (!isTheirs && theirs !== before && theirs !== ours) conflicts.push([field, theirs])
    const value = isTheirs ? theirs : ours
    if (value !== undefined) merged.push([field, value])
  }
  return { values: Object.fromEntries(merged) as Typed, conflicts: new Map(conflicts) }
}

const ownText = (values: Typed, field: string) => (Object.hasOwn(values, field) ? values[field] : undefined)

/** Whether both have the same fields with the same values. */
export const isSameDraft = (one: Typed, other: Typed) => {
  const entries = Object.entries(one)
  return (
    entries.length === Object.keys(other).length &&
    entries.every(([field, value]) => ownText(other, field) === value)
  )
}
