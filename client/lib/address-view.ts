import { useCallback, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'

/** What a part of the screen shows, as its address says it. */
export type AddressView = {
  /** The value of a name in the query; empty where it is left out. */
  get: (name: string) => string
  /** From 1; what is no page counts as the first. */
  page: number
  /** The address with some of the names set otherwise; empty or null leaves one out. */
  with: (changes: Record<string, string | null>) => string
  /** Goes there: as a step that Back takes back, or in the place of the address that is. */
  change: (changes: Record<string, string | null>, how?: { replace?: boolean }) => void
}

/**
 * A view that stands in the address, so that reload, Back and a copied link keep it. A change of anything but the page
 * leads to the first page again: the second one of another list is a place that nobody has been to.
 */
export const useAddressView = (): AddressView => {
  const search = useSearch()
  const [path, navigate] = useLocation()

  const change = useCallback<AddressView['change']>(
    (changes, how) => {
      // From the address as it is now: what is typed arrives late, and must not undo what was chosen meanwhile.
      navigate(addressWith(location.pathname, location.search, changes), how)
    },
    [navigate],
  )

  return useMemo(() => {
    const query = new URLSearchParams(search)
    return {
      get: (name) => query.get(name)?.trim() ?? '',
      page: readPageNumber(query.get('page')),
      with: (changes) => addressWith(path, search, changes),
      change,
    }
  }, [search, path, change])
}

/** An address whose query has some names set otherwise. */
export const addressWith = (path: string, search: string, changes: Record<string, string | null>): string => {
  const query = new URLSearchParams(search)
  if (!('page' in changes)) query.delete('page')
  for (const [name, value] of Object.entries(changes)) {
    if (value) query.set(name, value)
    else query.delete(name)
  }
  return query.size > 0 ? `${path}?${query}` : path
}

export const readPageNumber = (asked: string | null): number =>
  asked && /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 1
