import { useCallback, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'

/** The state of a part of the screen that is in the query of the address. */
export type AddressView = {
  /** The value of a name in the query; empty where it is left out. */
  get: (name: string) => string
  /** The values of a name that may come several times. */
  getAll: (name: string) => string[]
  /** From 1; anything that is not a page number counts as 1. */
  page: number
  /** The address with some names changed; empty or null leaves one out. */
  with: (changes: AddressChanges) => string
  /** Goes there: as a step that Back undoes, or replacing the current address, whose state in the history stays. */
  change: (changes: AddressChanges, how?: { replace?: boolean }) => void
}

export type AddressChanges = Record<string, string | readonly string[] | null>

/**
 * State in the address, so that reload, Back and a copied link restore it. Changing anything but the page goes to the first
 * page, since the list is a different one then.
 */
export const useAddressView = (): AddressView => {
  const search = useSearch()
  const [path, navigate] = useLocation()

  const change = useCallback<AddressView['change']>(
    (changes, how) => {
      // From the current address: typed text arrives late, and must not undo what was chosen meanwhile.
      const state = how?.replace ? history.state : undefined
      navigate(addressWith(location.pathname, location.search, changes), { ...how, state })
    },
    [navigate],
  )

  return useMemo(() => {
    const query = new URLSearchParams(search)
    return {
      get: (name) => query.get(name)?.trim() ?? '',
      getAll: (name) => query.getAll(name),
      page: readPageNumber(query.get('page')),
      with: (changes) => addressWith(path, search, changes),
      change,
    }
  }, [search, path, change])
}

/** The address with some names of its query changed. */
export const addressWith = (path: string, search: string, changes: AddressChanges): string => {
  const query = new URLSearchParams(search)
  if (!('page' in changes)) query.delete('page')
  for (const [name, value] of Object.entries(changes)) {
    query.delete(name)
    for (const each of [value].flat()) if (each) query.append(name, each)
  }
  return query.size > 0 ? `${path}?${query}` : path
}

export const readPageNumber = (text: string | null): number =>
  text && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1
