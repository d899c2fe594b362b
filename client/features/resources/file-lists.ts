import type { Sent } from '#contract/endpoint.ts'
import type { ResourceCategory } from '#contract/resources/categories.ts'
import type { listResources, Resource } from '#contract/resources/resources.ts'
import type { LibraryView } from './library-view.ts'

/** Names a list of files: what the server is asked for. */
export type FileList = NonNullable<Sent<typeof listResources, 'query'>>

type Sorted = Pick<LibraryView, 'sort'>

const sortOf = ({ sort }: Sorted) => (sort ? { sort } : {})

export const filesOfFolder = (folder: string, view: Sorted): FileList => ({ folder, ...sortOf(view) })

/** The files of a category that lie in no folder. */
export const looseFiles = (category: ResourceCategory, view: Sorted): FileList => ({
  category,
  folder: 'none',
  ...sortOf(view),
})

export const filesFound = ({ category, search, ...view }: LibraryView): FileList => ({
  ...(category && { category }),
  search,
  ...sortOf(view),
})

/** The list in which a file stands on the page, whose neighbours are the ones before and after it. */
export const listAround = ({ folderId, category }: Resource, view: LibraryView): FileList => {
  if (view.search) return filesFound(view)
  return folderId ? filesOfFolder(folderId, view) : looseFiles(category, view)
}
