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
import type { ResourceCategory } from '#contract/resources/categories.ts'
import { listResourceFolders } from '#contract/resources/folders.ts'
import { getResource, listResources, type Resource } from '#contract/resources/resources.ts'
import type { LibraryView } from './library-view.ts'

/** The paths of the library: files with their versions and downloads, and folders, which count their files. */
export const libraryReads = [listResources.path, listResourceFolders.path]

/** All folders that the reader may see, by name. */
export const useFolders = () => useQuery(readOf(listResourceFolders))

/** The files loaded so far. One that moved while the next page was loading comes in both pages and counts once. */
const joined = ({ pages }: InfiniteData<Rows<Resource>>): Rows<Resource> => ({
  rows: [...new Map(pages.flatMap(({ rows }) => rows).map((file) => [file.id, file])).values()],
  total: pages.at(-1)?.total ?? 0,
})

/** A list of files, page by page. The former rows stay while another order or search is loading. */
export const useFiles = (list: FileQuery) =>
  useInfiniteQuery({
    ...pagesOf(listResources, { query: list }),
    select: joined,
    placeholderData: keepPreviousData,
  })

/** One file by its id, null when there is none for the reader. Mostly it is in the list from which it was opened. */
export const useFile = (id: string) => {
  const client = useQueryClient()
  const { queryKey } = readOf(getResource, { params: { id } })
  return useQuery<Resource | null>({
    queryKey,
    queryFn: () => readKey<Resource>(queryKey, { nullOn: [404] }),
    initialData: () => cachedRow<Resource>(client, [listResources.path], id),
  })
}

type FileQuery = NonNullable<Sent<typeof listResources, 'query'>>

type View = Pick<LibraryView, 'category' | 'search' | 'sort'> & Partial<Pick<LibraryView, 'withdrawn'>>

export const filesOfFolder = (folder: string, { sort }: View): FileQuery => ({
  folder,
  sort: sort ?? undefined,
})

/** The files of a category that lie in no folder. */
export const looseFiles = (category: ResourceCategory, view: View): FileQuery => ({
  ...filesOfFolder('none', view),
  category,
})

export const foundFiles = ({ category, search, sort, withdrawn }: View): FileQuery => ({
  category: category ?? undefined,
  withdrawn: withdrawn ? '1' : undefined,
  search,
  sort: sort ?? undefined,
})

/** The list that shows a file on the page, with its neighbors before and after it. */
export const listAround = ({ folderId, category }: Resource, view: View): FileQuery => {
  if (view.search) return foundFiles(view)
  return folderId ? filesOfFolder(folderId, view) : looseFiles(category, view)
}
