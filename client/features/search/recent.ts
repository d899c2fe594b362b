import { readStoredJson, store } from '#client/lib/storage.ts'
import type { SearchResults } from '#contract/search.ts'

/** One result with its kind. */
export type Found = {
  [Kind in keyof SearchResults]: { kind: Kind; row: SearchResults[Kind][number] }
}[keyof SearchResults]

const maxRecent = 5

const keyOf = (viewer: string) => `search:recent:${viewer}`

/** Returns what a user has opened from the search in this tab, the latest first. Logging out removes it. */
export const listRecent = (viewer: string): Found[] => {
  const stored = readStoredJson(keyOf(viewer))
  return Array.isArray(stored) ? stored : []
}

export const addRecent = (viewer: string, found: Found) => {
  const others = listRecent(viewer).filter(({ row }) => row.id !== found.row.id)
  store(keyOf(viewer), JSON.stringify([found, ...others].slice(0, maxRecent)))
}
