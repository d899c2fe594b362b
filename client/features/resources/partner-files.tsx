import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'wouter'
import { Day } from '#client/domain/day.tsx'
import { useResourceDialog } from '#client/domain/opened.ts'
import { formatCount } from '#client/lib/format.ts'
import { notInEventStream, pagesOf } from '#client/lib/query-client.ts'
import { Badge } from '#client/ui/badge.tsx'
import { FileIcon } from '#client/ui/file-icon.tsx'
import { PagedList } from '#client/ui/paged-list.tsx'
import { categoryLabels } from '#contract/resources/categories.ts'
import type { PartnerDownload, PartnerFile } from '#contract/resources/for-partner.ts'

const audiences = { everyone: 'For everyone', group: 'For their group', partner: 'For this partner' }

/** For staff: the files that a partner sees, and those they have downloaded. */
export function PartnerFiles({ partnerId }: { partnerId: string }) {
  const read = { params: { partnerId }, query: { limit: '20' } }
  const files = useInfiniteQuery({
    ...pagesOf('/api/admin/partners/:partnerId/files', read),
    ...notInEventStream,
  })
  const downloads = useInfiniteQuery({
    ...pagesOf('/api/admin/partners/:partnerId/downloads', read),
    ...notInEventStream,
  })
  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-6 md:grid-cols-2">
      <Part heading="Files they can see" total={files.data?.pages[0]?.total}>
        <PagedList
          what="files"
          query={files}
          rows={files.data?.pages.flatMap(({ rows }) => rows)}
          emptyLine="No files for this partner yet"
          renderRow={(file) => <FileRow key={file.id} file={file} />}
        />
      </Part>
      <Part heading="Downloads" total={downloads.data?.pages[0]?.total}>
        <PagedList
          what="downloads"
          query={downloads}
          rows={downloads.data?.pages.flatMap(({ rows }) => rows)}
          emptyLine="No downloads yet"
          renderRow={(download) => <DownloadRow key={download.id} download={download} />}
        />
      </Part>
    </div>
  )
}

type PartProps = { heading: string; total: number | undefined; children: React.ReactNode }

function Part({ heading, total, children }: PartProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h3 id={id} className="mb-1 flex items-baseline gap-2 text-15">
        {heading}
        {total !== undefined && <span className="font-normal text-13 text-muted">{total}</span>}
      </h3>
      {children}
    </section>
  )
}

const FileRow = ({ file }: { file: PartnerFile }) => (
  <li className="flex items-start gap-3 py-2.5">
    <FileIcon fileType={file.fileType} />
    <div className="min-w-0">
      <FileLink id={file.id}>{file.title}</FileLink>
      <p className="text-13 text-muted">{`${categoryLabels[file.category]} · ${audiences[file.audience]}`}</p>
      <p className="text-13 text-muted">
        {file.lastDownloadedAt ? (
          <>
            {`${formatCount(file.downloads, 'download')}, last `}
            <Day at={file.lastDownloadedAt} />
          </>
        ) : (
          'Not downloaded yet'
        )}
      </p>
    </div>
  </li>
)

const DownloadRow = ({
  download: { resourceId, title, fileType, isActive, downloadedAt },
}: DownloadProps) => (
  <li className="flex items-start gap-3 py-2.5">
    <FileIcon fileType={fileType} />
    <div className="min-w-0 flex-1">
      {isActive ? (
        <FileLink id={resourceId}>{title}</FileLink>
      ) : (
        <p className="wrap-anywhere font-medium">{title}</p>
      )}
      <p className="text-13 text-muted">
        <Day at={downloadedAt} exact />
      </p>
    </div>
    {!isActive && <Badge>Deleted</Badge>}
  </li>
)

type DownloadProps = { download: PartnerDownload }

function FileLink({ id, children }: { id: string; children: string }) {
  const dialog = useResourceDialog()
  return (
    <Link {...dialog.linkTo(id)} className="wrap-anywhere rounded-mark font-medium hover:underline">
      {children}
    </Link>
  )
}
