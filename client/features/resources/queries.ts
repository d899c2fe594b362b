import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { Rows } from '#client/lib/api.ts'
import { cachedRow } from '#client/lib/cached-rows.ts'
import { pagesOf, readKey, readOf } from '#client/lib/query-client.ts'
import type { Sent } from '#contract/endpoint.ts'
import { type ResourceCategory, resourceCategories } from '#contract/resources/categories.ts'
import type { listResources, Resource } from '#contract/resources/resources.ts'
import type { readView } from './library-view.ts'

/** The paths that a change of the library invalidates: files with their versions and downloads, and folders with their counts. */
export const libraryReads = ['/api/resources', '/api/resource-folders'] as const

/** All folders that the reader may see, by name. */
export const useFolders = () => useQuery(readOf('/api/resource-folders'))

/** Joins the loaded pages. A file that moved while the next page was loading is in both pages and counts once. */
const joined = ({ pages }: InfiniteData<Rows<Resource>>): Rows<Resource> => ({
  rows: [...new Map(pages.flatMap(({ rows }) => rows).map((file) => [file.id, file])).values()],
  total: pages.at(-1)?.total ?? 0,
})

/** A list of files, page by page. The former rows stay while another order or search is loading. */
export const useFiles = (list: FileQuery, enabled = true) =>
  useInfiniteQuery({
    ...pagesOf('/api/resources', { query: list }),
    select: joined,
    placeholderData: keepPreviousData,
    enabled,
  })

/** A file by its id; null if the user may not see one with this id. Usually it is already in the list from which it was opened. */
export const useFile = (id: string) => {
  const client = useQueryClient()
  const { queryKey } = readOf('/api/resources/:id', { params: { id } })
  return useQuery<Resource | null>({
    queryKey,
    queryFn: () => readKey<Resource>(queryKey, { nullOn: [404] }),
    initialData: () => cachedRow<Resource>(client, ['/api/resources'], id),
  })
}

export type FileQuery = NonNullable<Sent<typeof listResources, 'query'>>

type View = ReturnType<typeof readView>

export const filesOfFolder = (folder: string, { sort }: Pick<View, 'sort'>): FileQuery => ({
  folder,
  sort: sort ?? undefined,
})

/** Returns the query of the files of a category that are in no folder. */
export const looseFiles = (category: ResourceCategory, view: Pick<View, 'sort'>): FileQuery => ({
  ...filesOfFolder('none', view),
  category,
})

/** Returns the query of a place with a single list; null for categories, which have a list for each folder. */
export const listOf = ({ category, folder, search, sort, withdrawn }: View): FileQuery | null => {
  if (search || withdrawn) {
    return {
      category: category ?? undefined,
      folder: folder ?? undefined,
      withdrawn: withdrawn ? '1' : undefined,
      search: search || undefined,
      sort: sort ?? undefined,
    }
  }
  return folder ? filesOfFolder(folder, { sort }) : null
}

/** Returns the queries of the lists of a place, and whether it is the whole library. */
export const libraryQueries = (view: View) => {
  const list = listOf(view)
  if (list) return { isWhole: false, lists: [list] }
  const shown = view.category ? [view.category] : resourceCategories
  return { isWhole: view.category === null, lists: shown.map((category) => looseFiles(category, view)) }
}

/** Returns the query of the list that shows a file on the page, and thus its neighbors. */
export const listAround = ({ folderId, category }: Resource, view: View): FileQuery =>
  listOf(view) ?? (folderId ? filesOfFolder(folderId, view) : looseFiles(category, view))
