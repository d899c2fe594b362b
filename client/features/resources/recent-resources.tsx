import { useQuery } from '@tanstack/react-query'
import { FolderOpen } from 'lucide-react'
import { Link } from 'wouter'
import { useResourceDialog } from '#client/domain/opened.ts'
import { pageOf } from '#client/lib/query-client.ts'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { heldWhile, QueryState } from '#client/ui/query-state.tsx'
import { listResources } from '#contract/resources/resources.ts'
import { typeAndSize, Updated } from './file-details.tsx'
import { FileSkeletons, FileThumbnail } from './file-thumbnail.tsx'

const shownFiles = 4

export const recentResources = pageOf(listResources, { query: { sort: 'newest', limit: String(shownFiles) } })

/** The files of the library that were added or changed last. */
export const useRecentResources = () => useQuery(recentResources)

/** A card with the files that were added or changed last, each with the way to its preview. */
export function RecentResources({ isHeld }: { isHeld: boolean }) {
  const dialog = useResourceDialog()
  const { data, isError, error, refetch } = heldWhile(isHeld, useRecentResources())
  return (
    <Card title="Recently added" flush>
      <QueryState
        query={{ data: data?.rows, isError, error, refetch }}
        loading={<FileSkeletons rows={shownFiles} />}
        failure={{ title: 'The files could not be loaded' }}
        failureClassName="p-4"
        empty={{
          when: (rows) => rows.length === 0,
          show: <EmptyState icon={FolderOpen} line="No material yet" />,
        }}
      >
        {(files) => (
          <ul className="divide-y divide-line">
            {files.map((file) => (
              <li key={file.id}>
                <Link
                  {...dialog.linkTo(file.id)}
                  className="flex min-h-14 items-center gap-3 px-4 py-2 hover:bg-sunken/60 focus-visible:-outline-offset-2"
                >
                  <FileThumbnail file={file} isHeld={false} />
                  <span className="min-w-0">
                    <span className="block truncate font-medium">{file.title}</span>
                    <span className="block truncate text-13 text-muted">
                      {typeAndSize(file)} · <Updated at={file.updatedAt} />
                    </span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
      <footer className="border-line border-t px-4 py-1.5">
        <Link href="/resources" className="text-link text-13 touch:inline-block touch:py-2.5">
          All resources
        </Link>
      </footer>
    </Card>
  )
}
