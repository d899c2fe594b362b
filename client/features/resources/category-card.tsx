import { categoryIcons } from '#client/lib/category-icons.ts'
import { formatDate, formatDateTime } from '#client/lib/format.ts'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { categoryLabels, type Resource, type ResourceCategory } from '#contract/resources.ts'
import { FileIcon } from './file-icon.tsx'

const rowLook = 'flex items-center gap-3 px-4 py-3 sm:px-5'

type CategoryCardProps = {
  category: ResourceCategory
  /** Those of the category; undefined while they are on their way. */
  files: Resource[] | undefined
}

export function CategoryCard({ category, files }: CategoryCardProps) {
  const label = categoryLabels[category]
  return (
    <Card title={label} flush>
      {files?.length === 0 ? (
        <EmptyState icon={categoryIcons[category]} line={`No ${label} available`} />
      ) : (
        // As high as an empty category, so that the next one stays where it is.
        <ul className="min-h-37 divide-y divide-line">
          {files?.map((file) => <FileRow key={file.id} file={file} />) ?? <Skeletons />}
        </ul>
      )}
    </Card>
  )
}

function FileRow({ file }: { file: Resource }) {
  return (
    <li className={rowLook}>
      <FileIcon fileType={file.fileType} />
      <div className="min-w-0">
        <h3 className="wrap-anywhere font-medium text-15">{file.title}</h3>
        <p className="wrap-anywhere line-clamp-2 text-13 text-muted">
          {file.description || (
            <>
              Updated{' '}
              <time dateTime={file.updatedAt} title={formatDateTime(file.updatedAt)}>
                {formatDate(file.updatedAt)}
              </time>
            </>
          )}
        </p>
      </div>
    </li>
  )
}

function Skeletons() {
  return [1, 2].map((row) => (
    <li key={row} className={rowLook}>
      <Skeleton className="size-5" />
      <div className="flex-1">
        <div className="flex h-6 items-center">
          <Skeleton className="h-3.5 w-48" />
        </div>
        <div className="flex h-5 items-center">
          <Skeleton className="h-3 w-32" />
        </div>
      </div>
    </li>
  ))
}
