import { type AddressChanges, useAddressView } from '#client/lib/address-view.ts'
import { type ResourceCategory, resourceCategories } from '#contract/resources/categories.ts'
import { resourceSorts } from '#contract/resources/resources.ts'

const layouts = ['list', 'grid'] as const
export type Layout = (typeof layouts)[number]

const oneOf = <T extends string>(known: readonly T[], asked: string | null): T | null =>
  known.find((value) => value === asked) ?? null

/** Reads the view from the query of the address and ignores unknown values. */
export const readView = (
  query: Pick<URLSearchParams, 'getAll'> & { get: (name: string) => string | null },
) => {
  const folder = query.get('folder')?.match(/^[\da-f-]{36}$/i)?.[0] ?? null
  return {
    /** It is null for the whole library, and in a folder. */
    category: folder ? null : oneOf(resourceCategories, query.get('category')),
    folder,
    /** Empty for none. It narrows what the place shows. */
    search: query.get('search')?.trim() ?? '',
    /** Null for the default: by title, or the best match first in a search. */
    sort: oneOf(resourceSorts, query.get('sort')),
    /** For staff: the withdrawn files instead. */
    withdrawn: query.get('withdrawn') === '1',
    /** Null for the one that suits what the place holds. */
    layout: oneOf(layouts, query.get('view')),
    /** Ids of the folders that are expanded in their category. */
    expanded: [...new Set(query.getAll('open').filter(Boolean))],
  }
}

export type LibraryView = ReturnType<typeof useLibraryView>

/** A place is a category, a folder or the withdrawn files; none of them is the whole library. */
export type Place = {
  category?: ResourceCategory
  folder?: string
  withdrawn?: '1'
  search?: null
}

/** The state of the page, which is in the address so that reload, Back and a shared link restore it. */
export const useLibraryView = () => {
  const address = useAddressView()
  return {
    ...readView(address),
    /** The address with some of it changed. */
    with: address.with,
    /** The address of a place, with the search and the order of now, unless it ends the search. */
    placeAt: (place: Place) =>
      address.with({ category: null, folder: null, withdrawn: null, open: null, view: null, ...place }),
    /** Changes some of it in place: Back does not undo that. */
    change: (changes: AddressChanges) => address.change(changes, { replace: true }),
  }
}
