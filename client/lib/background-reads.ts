import { hashKey, type InvalidateQueryFilters, type QueryClient, type QueryKey } from '@tanstack/react-query'

const underWay = new Map<string, number>()

/** Returns whether a read is being repeated without an action of the user. */
export const isInBackground = (key: QueryKey) => underWay.has(hashKey(key))

/**
 * Repeats the invalidated reads that are on the screen, without extending the session of a user who only left the page open.
 * The other reads are repeated when they are shown.
 */
export const invalidateInBackground = async (client: QueryClient, filters: InvalidateQueryFilters) => {
  const hashes = client
    .getQueryCache()
    .findAll({ ...filters, type: 'active' })
    .map(({ queryHash }) => queryHash)
  for (const hash of hashes) underWay.set(hash, (underWay.get(hash) ?? 0) + 1)
  await client.invalidateQueries(filters)
  for (const hash of hashes) {
    const others = (underWay.get(hash) ?? 1) - 1
    if (others > 0) underWay.set(hash, others)
    else underWay.delete(hash)
  }
}
