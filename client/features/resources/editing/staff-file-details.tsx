import { type ReactNode, useId } from 'react'
import { PartnerLink } from '#client/domain/partner-link.tsx'
import { personName } from '#client/domain/person-name.ts'
import { usePartner } from '#client/domain/queries.ts'
import { ApiError } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import type { Resource } from '#contract/resources/resources.ts'
import { Fact } from '../panel/file-facts.tsx'
import { Downloads, NotDownloaded, useDownloads, useVersions, Versions } from './file-history.tsx'

// More names would push down what follows.
const maxNamed = 8

/** The facts about a file that only staff see: its audience, who added it, its versions, and who has downloaded it. */
export function StaffFileDetails({ file }: { file: Resource }) {
  const { assignedPartnerIds = [], assignedGroup } = file
  const versions = useVersions(file.id)
  const downloads = useDownloads(file.id)
  const first = versions.data?.at(-1)
  const more = assignedPartnerIds.length - maxNamed
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
        <Fact label="Added by">{first ? personName(first.uploadedBy) : ' '}</Fact>
        <Fact label="Visible to">
          {!assignedGroup && assignedPartnerIds.length === 0 && 'Everyone'}
          <ul>
            {assignedGroup && <li>{assignedGroup}</li>}
            {assignedPartnerIds.slice(0, maxNamed).map((id) => (
              <li key={id}>
                <PartnerName id={id} />
              </li>
            ))}
            {more > 0 && <li className="text-muted">{`and ${formatCount(more, 'other partner')}`}</li>}
          </ul>
        </Fact>
      </dl>
      <Part title="Versions">
        <Versions file={file} />
      </Part>
      <Part title="Downloads">
        <Downloads file={file} />
      </Part>
      {/* Before the parts above have their height, this part would move. */}
      {file.isActive && !versions.isPending && !downloads.isPending && (
        <Part title="Not downloaded">
          <NotDownloaded file={file} />
        </Part>
      )}
    </>
  )
}

function PartnerName({ id }: { id: string }) {
  const { data, error } = usePartner(id)
  if (error instanceof ApiError && error.status === 404) return 'Deleted partner'
  // A link without text would have no name for a screen reader, so it is not rendered before the name is loaded.
  if (!data) return ' '
  return <PartnerLink partnerId={id}>{data.businessName}</PartnerLink>
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0 border-line border-t pt-4">
      <h3 id={id} className="text-15">
        {title}
      </h3>
      {children}
    </section>
  )
}
