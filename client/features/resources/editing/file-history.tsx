import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { QuarantineBadge } from '#client/domain/files/quarantined-file.tsx'
import { PartnerLink } from '#client/domain/partner-link.tsx'
import { personName } from '#client/domain/person-name.ts'
import { RemindButton } from '#client/domain/reminders/remind-button.tsx'
import { formatCount, formatDateTime, formatSize } from '#client/lib/format.ts'
import { notInEventStream, pagesOf, readOf } from '#client/lib/query-client.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { PagedList } from '#client/ui/paged-list.tsx'
import type { Resource } from '#contract/resources/resources.ts'

/** All versions of a file, the current one first. */
export const useVersions = (id: string) =>
  useQuery({
    ...readOf('/api/resources/:id/versions', { params: { id } }),
    // The event stream does not say which version has been scanned.
    ...notInEventStream,
  })

/** The versions of a file, each with a download. */
export function Versions({ file }: { file: Resource }) {
  const versions = useVersions(file.id)
  return (
    <PagedList
      what="versions"
      query={versions}
      rows={versions.data}
      renderRow={({ id, fileName, fileType, fileSize, held, createdAt, uploadedBy }, index) => {
        const name = fileName ?? fileType.toUpperCase()
        return (
          <li key={id} className="flex items-center gap-3 py-3">
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span className="wrap-anywhere min-w-0 font-medium">{name}</span>
                {index === 0 && <Badge tone="positive">Current</Badge>}
              </p>
              <p className="wrap-anywhere text-13 text-muted">
                {formatSize(fileSize)} · <time dateTime={createdAt}>{formatDateTime(createdAt)}</time> ·{' '}
                {personName(uploadedBy)}
              </p>
            </div>
            {held ? (
              <QuarantineBadge file={held} />
            ) : (
              <Button asChild variant="quiet" size="icon">
                <a
                  href={`/objects/${file.filePath}?download&version=${id}`}
                  download
                  aria-label={`Download ${name} of ${formatDateTime(createdAt)}`}
                >
                  <Download aria-hidden className="size-4" />
                </a>
              </Button>
            )}
          </li>
        )
      }}
    />
  )
}

/** The downloads of a file, the latest first. */
export const useDownloads = (id: string) =>
  useInfiniteQuery({
    ...pagesOf('/api/resources/:id/downloads', { params: { id }, query: { limit: '20' } }),
    ...notInEventStream,
  })

/** The downloads of a file, the latest first, with their total number. */
export function Downloads({ file }: { file: Resource }) {
  const downloads = useDownloads(file.id)
  const rows = downloads.data?.pages.flatMap((page) => page.rows)
  const total = downloads.data?.pages.at(-1)?.total ?? 0
  return (
    <div className="grid grid-cols-1 gap-2">
      {total > 0 && (
        <p role="status" className="text-13 text-muted">
          {formatCount(total, 'download')}
        </p>
      )}
      <PagedList
        what="downloads"
        query={downloads}
        rows={rows}
        emptyLine="No downloads yet"
        renderRow={({ id, user, partner, downloadedAt }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
            <span className="wrap-anywhere min-w-0">
              <span className="font-medium">
                {personName(user && { ...user, fullName: partner?.fullName })}
              </span>
              {user && <span className="text-13 text-muted"> {partner?.businessName ?? 'Partner team'}</span>}
            </span>
            <time dateTime={downloadedAt} className="text-13 text-muted">
              {formatDateTime(downloadedAt)}
            </time>
          </li>
        )}
      />
    </div>
  )
}

/** The partners who see a file and have not downloaded it, by name, with the button that reminds them. */
export function NotDownloaded({ file: { id } }: { file: Resource }) {
  const partners = useInfiniteQuery({
    ...pagesOf('/api/resources/:id/not-downloaded', { params: { id }, query: { limit: '20' } }),
    ...notInEventStream,
  })
  const total = partners.data?.pages.at(-1)?.total ?? 0
  return (
    <div className="grid grid-cols-1 justify-items-start gap-2">
      {total > 0 && (
        <div className="flex min-h-9 w-full flex-wrap items-center justify-between gap-2">
          <p role="status" className="text-13 text-muted">
            {formatCount(total, 'partner')}
          </p>
          <RemindButton about={{ kind: 'resources', ids: [id] }} />
        </div>
      )}
      <PagedList
        what="partners who have not downloaded it"
        query={partners}
        rows={partners.data?.pages.flatMap(({ rows }) => rows)}
        emptyLine="Everyone who sees it has downloaded it"
        renderRow={({ id: partnerId, fullName, businessName }) => (
          <li key={partnerId} className="py-2.5">
            <PartnerLink partnerId={partnerId}>{businessName}</PartnerLink>{' '}
            <span className="text-13 text-muted">{fullName}</span>
          </li>
        )}
      />
    </div>
  )
}
