import { useLocation, useSearch } from 'wouter'

export type AddressChanges = Record<string, string | readonly string[] | null>

export type AddressView = ReturnType<typeof useAddressView>

/**
 * The state of a part of the screen that is in the query of the address, so that reload, Back and a copied link restore it.
 * Changing anything but the page goes to the first page, since the list is a different one then.
 */
export const useAddressView = () => {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const query = new URLSearchParams(search)
  return {
    /** The value of a name in the query; empty where it is left out. */
    get: (name: string) => query.get(name)?.trim() ?? '',
    /** The values of a name that may come several times. */
    getAll: (name: string) => query.getAll(name),
    /** From 1; anything that is not a page number counts as 1. */
    page: readPageNumber(query.get('page')),
    /** The address with some names changed; empty or null leaves one out. */
    with: (changes: AddressChanges) => addressWith(path, search, changes),
    /** Goes there: as a step that Back undoes, or replacing the current address, whose state in the history stays. */
    change: (changes: AddressChanges, how?: { replace?: boolean }) => {
      // From the current address: typed text arrives late, and must not undo what was chosen meanwhile.
      const state = how?.replace ? history.state : undefined
      navigate(addressWith(location.pathname, location.search, changes), { ...how, state })
    },
  }
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
