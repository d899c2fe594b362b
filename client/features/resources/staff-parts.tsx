import { lazy, Suspense } from 'react'
import type { ResourceCategory } from '#contract/resources/categories.ts'
import type { ResourceFolder } from '#contract/resources/folders.ts'
import type { Resource } from '#contract/resources/resources.ts'

// Loaded on demand, since partners never need these parts.
const LazyFileActions = lazy(async () => ({
  default: (await import('./editing/file-actions.tsx')).FileActions,
}))
const LazyUploadFiles = lazy(async () => ({
  default: (await import('./editing/upload-files.tsx')).UploadFiles,
}))
const LazyUploadForm = lazy(async () => ({
  default: (await import('./editing/upload-form.tsx')).UploadForm,
}))

/** The menu at the end of a file's row. */
export const FileActions = ({ file }: { file: Resource }) => (
  // As wide as the button that comes, so that the row stays as it is.
  <Suspense fallback={<span className="size-9 touch:size-11" />}>
    <LazyFileActions file={file} />
  </Suspense>
)

type UploadFilesProps = {
  category: ResourceCategory
  /** Null for files in no folder. */
  folder: ResourceFolder | null
}

/** Puts many files into a folder, or beside the folders of a category. */
export const UploadFiles = (props: UploadFilesProps) => (
  <Suspense fallback={null}>
    <LazyUploadFiles {...props} />
  </Suspense>
)

/** Uploads one file with its details. */
export const UploadForm = () => (
  <Suspense fallback={null}>
    <LazyUploadForm />
  </Suspense>
)
