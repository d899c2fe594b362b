import { type AddressChanges, useAddressView } from '#client/lib/address-view.ts'
import { resourceCategories } from '#contract/resources/categories.ts'
import { resourceSorts } from '#contract/resources/resources.ts'

const oneOf = <T extends string>(known: readonly T[], asked: string | null): T | null =>
  known.find((value) => value === asked) ?? null

/** Reads the view from the query of the address and ignores unknown values. */
export const readView = (
  query: Pick<URLSearchParams, 'getAll'> & { get: (name: string) => string | null },
) => ({
  /** Null for all of them. */
  category: oneOf(resourceCategories, query.get('category')),
  /** Empty for none: then the folders show. */
  search: query.get('search')?.trim() ?? '',
  /** Null for the default: by title, or the best match first in a search. */
  sort: oneOf(resourceSorts, query.get('sort')),
  /** For staff: the withdrawn files instead. */
  withdrawn: query.get('withdrawn') === '1',
  /** Ids of the expanded folders. */
  folders: [...new Set(query.getAll('folder').filter(Boolean))],
  /** Id of the file whose preview is open. */
  file: query.get('file') || null,
})

export type LibraryView = ReturnType<typeof useLibraryView>

/** The state of the page, which is in the address so that reload, Back and a shared link restore it. */
export const useLibraryView = () => {
  const address = useAddressView()
  return {
    ...readView(address),
    /** The address with some of it changed. */
    with: address.with,
    /** Changes some of it in place: Back does not undo that. */
    change: (changes: AddressChanges) => address.change(changes, { replace: true }),
  }
}
