import { hashKey, type InvalidateQueryFilters, type QueryClient, type QueryKey } from '@tanstack/react-query'

const underWay = new Map<string, number>()

/** Whether a read is repeated now without anybody having asked for it. */
export const isInBackground = (key: QueryKey) => underWay.has(hashKey(key))

/**
 * Reads anew what shows and has changed, while nobody may be there to look: the session of whoever has left the page open is
 * not kept alive by it. What does not show is read when it does.
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
