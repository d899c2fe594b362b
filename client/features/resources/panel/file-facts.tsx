import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Day } from '#client/domain/day.tsx'
import { LinkedText } from '#client/domain/linked-text.tsx'
import { formatSize } from '#client/lib/format.ts'
import { categoryLabels } from '#contract/resources/categories.ts'
import type { Resource } from '#contract/resources/resources.ts'
import { NewBadge } from '../file-details.tsx'
import { useFolders } from '../queries.ts'

/** The facts about a file that everybody sees. */
export function FileFacts({ file }: { file: Resource }) {
  const folder = useFolders().data?.find(({ id }) => id === file.folderId)
  const { description, fileType, fileSize, createdAt, updatedAt, category, folderId } = file
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
      {description && (
        <Fact label="Description" className="col-span-2 whitespace-pre-line">
          <LinkedText text={description} />
        </Fact>
      )}
      <Fact label="Type">{fileType.toUpperCase()}</Fact>
      <Fact label="Size">{formatSize(fileSize)}</Fact>
      <Fact label="Added">
        <Day at={createdAt} /> <NewBadge file={file} />
      </Fact>
      <Fact label="Updated">
        <Day at={updatedAt} />
      </Fact>
      <Fact label="Category">
        <PlaceLink href={`/resources?category=${category}`}>{categoryLabels[category]}</PlaceLink>
      </Fact>
      <Fact label="Folder">
        {folder && <PlaceLink href={`/resources?folder=${folder.id}`}>{folder.name}</PlaceLink>}
        {!folderId && 'No folder'}
      </Fact>
    </dl>
  )
}

type FactProps = { label: string; className?: string; children: ReactNode }

export const Fact = ({ label, className = '', children }: FactProps) => (
  <div className={`min-w-0 ${className}`}>
    <dt className="text-13 text-muted">{label}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
)

const PlaceLink = ({ href, children }: { href: string; children: string }) => (
  <Link href={href} className="text-link touch:-my-2.5 touch:inline-block touch:py-2.5">
    {children}
  </Link>
)
