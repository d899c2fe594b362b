import type { Fields } from '#server/domain-events/event.ts'

export interface Changes {
  before: Fields
  after: Fields
}

// These fields change with every update.
const ignoredFields = new Set(['updatedAt', 'createdAt'])

const jsonOf = (value: unknown) => JSON.stringify(value ?? null)

/** Returns the fields of `next` that differ from `row`, before and after; null when none differ. */
export const changedFields = (row: object, next: object): Changes | null => {
  const former = row as Fields
  const names = Object.entries(next)
    .filter(
      ([name, value]) =>
        !ignoredFields.has(name) && value !== undefined && jsonOf(value) !== jsonOf(former[name]),
    )
    .map(([name]) => name)
  if (names.length === 0) return null
  const pick = (from: Fields) => Object.fromEntries(names.map((name) => [name, from[name] ?? null]))
  return { before: pick(former), after: pick(next as Fields) }
}

/** Returns the fields that have a value, which is what the log shows of something that was created or deleted. */
export const filledFields = (row: object): Fields =>
  Object.fromEntries(
    Object.entries(row).filter(
      ([name, value]) =>
        !ignoredFields.has(name) && value !== null && value !== undefined && jsonOf(value) !== '[]',
    ),
  )
