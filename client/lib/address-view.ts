import { useLocation, useSearch } from 'wouter'

export type AddressChanges = Record<string, string | readonly string[] | null>

export type AddressView = ReturnType<typeof useAddressView>

/**
 * The state of a part of the screen that is in the query of the address, so that reload, Back and a copied link restore it.
 * A change of anything but the page goes to the first page, since the list then has other rows.
 */
export const useAddressView = () => {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const query = new URLSearchParams(search)
  return {
    /** Returns the value of a query parameter; empty when the address does not have the parameter. */
    get: (name: string) => query.get(name)?.trim() ?? '',
    /** Returns the values of a query parameter that may occur several times. */
    getAll: (name: string) => query.getAll(name),
    /** The page number, starting at 1; a value that is not a page number counts as 1. */
    page: readPageNumber(query.get('page')),
    /** Returns the address with some query parameters changed; an empty value or null removes the parameter. */
    with: (changes: AddressChanges) => addressWith(path, search, changes),
    /** Navigates to the changed address: as a step that Back undoes, or by replacing the current history entry and keeping its state. */
    change: (changes: AddressChanges, how?: { replace?: boolean }) => {
      // Typed text arrives late (debounced). Start from the address as it is now, so that later choices are not undone.
      const state = how?.replace ? history.state : undefined
      navigate(addressWith(location.pathname, location.search, changes), { ...how, state })
    },
  }
}

/** Returns the address with some query parameters changed. */
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
