import { useCallback } from 'react'
import { useLocation, useSearch } from 'wouter'
import { type ResourceCategory, resourceCategories } from '#contract/resources/categories.ts'
import { type ResourceSort, resourceSorts } from '#contract/resources/resources.ts'

/** The state of the page, which is in the address so that reload, Back and a shared link restore it. */
export type LibraryView = {
  /** Null for all of them. */
  category: ResourceCategory | null
  /** Empty for none: then the folders show. */
  search: string
  /** Null for the one that suits: by title, and what is searched for the best match first. */
  sort: ResourceSort | null
  /** Ids of the folders that are expanded. */
  folders: string[]
  /** Id of the file whose preview is open. */
  file: string | null
}

const path = '/resources'

const oneOf = <T extends string>(known: readonly T[], asked: string | null): T | null =>
  known.find((value) => value === asked) ?? null

/** Reads the view from the address and ignores unknown values. */
export const readView = (query: string): LibraryView => {
  const asked = new URLSearchParams(query)
  return {
    category: oneOf(resourceCategories, asked.get('category')),
    search: asked.get('search')?.trim() ?? '',
    sort: oneOf(resourceSorts, asked.get('sort')),
    folders: [...new Set(asked.getAll('folder').filter(Boolean))],
    file: asked.get('file') || null,
  }
}

export const addressOf = ({ category, search, sort, folders, file }: LibraryView): string => {
  const query = new URLSearchParams()
  if (category) query.set('category', category)
  if (search) query.set('search', search)
  if (sort) query.set('sort', sort)
  for (const folder of folders) query.append('folder', folder)
  if (file) query.set('file', file)
  return query.size > 0 ? `${path}?${query}` : path
}

export const useLibraryView = (): LibraryView => readView(useSearch())

/** Changes part of the view in the place of the address that is: such a change is no step that Back takes back. */
export const useChangeView = () => {
  const [, navigate] = useLocation()
  return useCallback(
    // From the address as it is now: what is typed arrives late, and must not undo what was chosen meanwhile.
    (change: (view: LibraryView) => Partial<LibraryView>) => {
      const view = readView(location.search)
      navigate(addressOf({ ...view, ...change(view) }), { replace: true, state: history.state })
    },
    [navigate],
  )
}
