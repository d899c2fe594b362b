import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Day } from '#client/domain/day.tsx'
import { LinkedText } from '#client/domain/linked-text.tsx'
import { formatSize } from '#client/lib/format.ts'
import { categoryLabels } from '#contract/resources/categories.ts'
import type { Resource } from '#contract/resources/resources.ts'
import { NewBadge } from '../file-details.tsx'
import { useFolders } from '../queries.ts'

/** What everybody sees of a file. */
export function FileFacts({ file }: { file: Resource }) {
  const folder = useFolders().data?.find(({ id }) => id === file.folderId)
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
      {file.description && (
        <Fact label="Description" isWide>
          <span className="whitespace-pre-line">
            <LinkedText text={file.description} />
          </span>
        </Fact>
      )}
      <Fact label="Type">{file.fileType.toUpperCase()}</Fact>
      <Fact label="Size">{formatSize(file.fileSize)}</Fact>
      <Fact label="Added">
        <Day at={file.createdAt} /> <NewBadge file={file} />
      </Fact>
      <Fact label="Updated">
        <Day at={file.updatedAt} />
      </Fact>
      <Fact label="Category">
        <PlaceLink href={`/resources?category=${file.category}`}>{categoryLabels[file.category]}</PlaceLink>
      </Fact>
      <Fact label="Folder">
        {folder ? (
          <PlaceLink href={`/resources?folder=${folder.id}`}>{folder.name}</PlaceLink>
        ) : file.folderId ? (
          ''
        ) : (
          'No folder'
        )}
      </Fact>
    </dl>
  )
}

export const Fact = ({
  label,
  isWide = false,
  children,
}: {
  label: string
  isWide?: boolean
  children: ReactNode
}) => (
  <div className={isWide ? 'col-span-2 min-w-0' : 'min-w-0'}>
    <dt className="text-13 text-muted">{label}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
)

const PlaceLink = ({ href, children }: { href: string; children: string }) => (
  <Link href={href} className="text-link touch:-my-2.5 touch:inline-block touch:py-2.5">
    {children}
  </Link>
)
