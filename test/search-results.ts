import { SearchResults } from '#contract/search.ts'

/** The answer of a search that finds nothing: every kind, empty. */
export const nothingFound = Object.fromEntries(
  Object.keys(SearchResults.shape).map((kind) => [kind, []]),
) as unknown as SearchResults
