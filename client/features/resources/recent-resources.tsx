import { useQuery } from '@tanstack/react-query'
import { FolderOpen } from 'lucide-react'
import { Link } from 'wouter'
import { Day } from '#client/domain/day.tsx'
import { useResourceDialog } from '#client/domain/opened.ts'
import { TextSkeleton } from '#client/domain/rows/row.tsx'
import { pageOf } from '#client/lib/query-client.ts'
import { Card } from '#client/ui/card.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Skeleton } from '#client/ui/loading.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { NewBadge } from './file-details.tsx'
import { FileThumbnail } from './file-thumbnail.tsx'

const shownFiles = 4

export const recentResources = pageOf('/api/resources', {
  query: { sort: 'newest', limit: String(shownFiles) },
})

/** The files of the library that were added or changed last. */
export const useRecentResources = () => useQuery(recentResources)

// In a wide place the files are in a row, in a narrow one they are a list.
const stripClassName = 'grid grid-cols-1 py-1 @3xl:grid-cols-2 @5xl:grid-cols-4'
const fileClassName = 'flex min-h-14 items-start gap-3 px-4 py-2 sm:px-5'

type RecentResourcesProps = {
  /** Whether the card links to the library. */
  hasMore?: boolean
}

/** A card with the files that were added or changed last, each a link to its preview. */
export function RecentResources({ hasMore = false }: RecentResourcesProps) {
  const dialog = useResourceDialog()
  const { data, isError, error, refetch } = useRecentResources()
  return (
    <Card
      title="Recently added"
      actions={
        hasMore && (
          <Link href="/resources" className="text-link text-13 touch:py-2.5">
            All resources
          </Link>
        )
      }
      flush
    >
      <QueryState
        query={{ data: data?.rows, isError, error, refetch }}
        className="@container"
        loading={<RecentSkeletons />}
        failure={{ title: 'The files could not be loaded' }}
        failureClassName="p-4"
        empty={{
          when: (rows) => rows.length === 0,
          show: <EmptyState icon={FolderOpen} line="No materials yet" />,
        }}
      >
        {(files) => (
          <ul className={stripClassName}>
            {files.map((file) => (
              <li key={file.id} className="min-w-0">
                <Link
                  {...dialog.linkTo(file.id)}
                  title={file.title}
                  className={classNames(fileClassName, 'hover:bg-sunken/60 focus-visible:-outline-offset-2')}
                >
                  <FileThumbnail file={file} isQuarantined={false} />
                  <span className="min-w-0">
                    <span className="flex items-center gap-2">
                      <span className="wrap-anywhere line-clamp-2 font-medium leading-5">{file.title}</span>
                      <NewBadge file={file} />
                    </span>
                    <span className="block truncate text-13 text-muted">
                      {file.fileType.toUpperCase()} · <Day at={file.updatedAt} />
                    </span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </Card>
  )
}

/** The files of the card while they load. */
export const RecentSkeletons = () => (
  <div className={stripClassName}>
    {Array.from({ length: shownFiles }, (_, file) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
      <div key={file} className={fileClassName}>
        <Skeleton className="size-10 shrink-0" />
        <TextSkeleton className="flex-1" />
      </div>
    ))}
  </div>
)
