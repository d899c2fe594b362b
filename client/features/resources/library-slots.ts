import { createContext, type ReactNode, use } from 'react'
import type { ResourceCategory } from '#contract/resources/categories.ts'
import type { ResourceFolder } from '#contract/resources/folders.ts'
import type { Resource } from '#contract/resources/resources.ts'

type LibrarySlots = {
  /** Whether to show what staff alone see and do. */
  isStaff: boolean
  /** What can be done with a file, at the end of its row. */
  renderFileActions?: (file: Resource) => ReactNode
  /** The way to put many files into a folder, or beside the folders of a category where none is given. */
  renderUpload?: (category: ResourceCategory, folder: ResourceFolder | null) => ReactNode
}

const LibrarySlotsContext = createContext<LibrarySlots>({ isStaff: false })

/** The page fills in what other features do with files, since features do not know each other. */
export const LibrarySlotsProvider = LibrarySlotsContext.Provider

export const useLibrarySlots = (): LibrarySlots => use(LibrarySlotsContext)
