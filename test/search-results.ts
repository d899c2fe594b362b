import { SearchResults } from '#contract/search.ts'

/** The response of a search that finds nothing: an empty list for every kind. */
export const nothingFound = Object.fromEntries(
  Object.keys(SearchResults.shape).map((kind) => [kind, []]),
) as unknown as SearchResults
