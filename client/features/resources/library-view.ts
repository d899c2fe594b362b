import { type AddressChanges, useAddressView } from '#client/lib/address-view.ts'
import { type ResourceCategory, resourceCategories } from '#contract/resources/categories.ts'
import { resourceSorts } from '#contract/resources/resource-sorts.ts'

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
    /** The chosen category; null for the whole library, and in a folder. */
    category: folder ? null : oneOf(resourceCategories, query.get('category')),
    folder,
    /** What the user searches for in the chosen place; empty for no search. */
    search: query.get('search')?.trim() ?? '',
    /** The order of the files; null for the default: by title or, in a search, the best match first. */
    sort: oneOf(resourceSorts, query.get('sort')),
    /** Whether staff see the withdrawn files instead. */
    withdrawn: query.get('withdrawn') === '1',
    /** The layout of the files; null for the one that suits them. */
    layout: oneOf(layouts, query.get('view')),
    /** Ids of the folders that are expanded in their category. */
    expanded: [...new Set(query.getAll('open').filter(Boolean))],
  }
}

export type LibraryView = ReturnType<typeof useLibraryView>

/** A place is a category, a folder or the withdrawn files; without any of these it is the whole library. */
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
    /** Returns the address with some parts changed. */
    with: address.with,
    /** Returns the address of a place, with the current search and order, unless the place ends the search. */
    placeAt: (place: Place) =>
      address.with({ category: null, folder: null, withdrawn: null, open: null, view: null, ...place }),
    /** Changes parts of the address without a step in the history, so Back does not undo the change. */
    change: (changes: AddressChanges) => address.change(changes, { replace: true }),
  }
}
