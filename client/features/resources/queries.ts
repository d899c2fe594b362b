import {
  type InfiniteData,
  keepPreviousData,
  type Query,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { Rows } from '#client/lib/api.ts'
import { pagesOf, readKey, readOf } from '#client/lib/query-client.ts'
import { listResourceFolders } from '#contract/resources/folders.ts'
import { getResource, listResources, type Resource } from '#contract/resources/resources.ts'
import type { FileList } from './file-lists.ts'

/** All folders that the reader may see, by name. */
export const useFolders = () => useQuery(readOf(listResourceFolders))

type FilePages = InfiniteData<Rows<Resource>>

/** The files so far. One that moved on while the next page was asked for comes in both: it counts once. */
const joined = ({ pages }: FilePages): Rows<Resource> => ({
  rows: [...new Map(pages.flatMap(({ rows }) => rows).map((file) => [file.id, file])).values()],
  total: pages.at(-1)?.total ?? 0,
})

/** A list of files, page by page. While another order or another search is on its way, what was there stays. */
export const useFiles = (list: FileList) =>
  useInfiniteQuery({
    ...pagesOf(listResources, { query: list }),
    select: joined,
    placeholderData: keepPreviousData,
  })

/** The lists of files that have been read: not what has happened to one of them. */
const readLists = {
  queryKey: [listResources.path],
  predicate: ({ queryKey }: Query) => typeof queryKey[1] === 'object' && queryKey.at(-1) === 'pages',
}

/** The file as one of the lists has it that have been read. */
const listedFile = (client: QueryClient, id: string): Resource | undefined =>
  client
    .getQueriesData<FilePages>(readLists)
    .flatMap(([, data]) => data?.pages ?? [])
    .flatMap(({ rows }) => rows)
    .find((file) => file.id === id)

/** Writes how often a file was downloaded into the lists that have been read. All else in them stays as old as it is. */
export const writeDownloadCount = (client: QueryClient, id: string, downloadCount: number) => {
  for (const { queryKey, state } of client.getQueryCache().findAll(readLists)) {
    const data = state.data as FilePages | undefined
    // What is to be read anew must not pass for read.
    if (!data || state.isInvalidated) continue
    if (!data.pages.some(({ rows }) => rows.some((file) => file.id === id))) continue
    const pages = data.pages.map((page) => ({
      ...page,
      rows: page.rows.map((file) => (file.id === id ? { ...file, downloadCount } : file)),
    }))
    client.setQueryData<FilePages>(queryKey, { ...data, pages }, { updatedAt: state.dataUpdatedAt })
  }
}

/** One file by its id, null when there is none for the reader. It is mostly at hand, in the list from which it was opened. */
export const useFile = (id: string) => {
  const client = useQueryClient()
  const { queryKey } = readOf(getResource, { params: { id } })
  return useQuery<Resource | null>({
    queryKey,
    queryFn: () => readKey<Resource>(queryKey, { nullOn: [404] }),
    initialData: () => listedFile(client, id),
    gcTime: 0,
  })
}
