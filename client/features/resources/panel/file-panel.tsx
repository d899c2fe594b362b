import { FileX, Link as LinkIcon, ShieldAlert, ShieldQuestion } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useIsStaff, usePartnerAddress } from '#client/domain/current-user.ts'
import { DownloadButton } from '#client/domain/files/download.tsx'
import { PreviewContent } from '#client/domain/files/preview/preview-content.tsx'
import { quarantineMessage, useQuarantinedFile } from '#client/domain/files/quarantined-file.tsx'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { Viewer } from '#client/ui/viewer.tsx'
import type { QuarantineVerdict } from '#contract/files/quarantined-files.ts'
import type { Resource } from '#contract/resources/resources.ts'
import { objectAddress } from '../file-details.tsx'
import { fileLinkId } from '../focus-targets.ts'
import { useFile } from '../queries.ts'
import { shareLink } from '../share-link.ts'
import { FileActions, StaffFileDetails } from '../staff-parts.tsx'
import { FileFacts } from './file-facts.tsx'
import { Neighbors, useNeighbors } from './neighbors.tsx'

const takesArrows = 'video, audio, [data-scrolls]'

type FilePanelProps = {
  id: string
  open: boolean
  onClose: () => void
  /** The dialogs that open on top of this one. */
  children: ReactNode
}

/** A file with its preview and its details. */
export function FilePanel({ id, open, onClose, children }: FilePanelProps) {
  const isStaff = useIsStaff()
  const query = useFile(id)
  const file = query.data
  const neighbors = useNeighbors(file)
  const held = useQuarantinedFile(file?.filePath ?? null)

  const handleKeyDown = (event: KeyboardEvent) => {
    const { target, currentTarget } = event
    // These keys seek in a player, scroll wide content, or belong to a dialog on top of this one.
    const isFree = currentTarget.contains(target as Node) && !(target as Element).closest(takesArrows)
    if (!isFree || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (event.key === 'ArrowLeft') neighbors.goToPrevious?.()
    if (event.key === 'ArrowRight') neighbors.goToNext?.()
  }

  return (
    <Viewer
      title={file?.title ?? 'File'}
      actions={
        !file ? (
          // A placeholder as high as the buttons that follow.
          query.isPending && <span className="h-9 touch:h-11" />
        ) : (
          <>
            <Neighbors {...neighbors} />
            <Button icon={LinkIcon} onClick={() => shareLink(file)}>
              <span className="max-sm:sr-only">Share link</span>
            </Button>
            {!held && <DownloadButton file={file} />}
            {isStaff && <FileActions file={file} onWithdrawn={onClose} />}
          </>
        )
      }
      isLive
      open={open}
      onClose={onClose}
      returnFocusTo={() => document.getElementById(fileLinkId(id))}
      onKeyDown={handleKeyDown}
    >
      <QueryState
        query={query}
        className="h-full"
        failure={{ title: 'The file could not be loaded' }}
        failureClassName="p-4 sm:p-5"
        empty={{
          when: (found) => found === null,
          show: (
            <EmptyState
              icon={FileX}
              line="This file is not available. It may have been withdrawn, or you may not have access."
            />
          ),
        }}
      >
        {() => file && <Content file={file} held={held} isStaff={isStaff} />}
      </QueryState>
      {children}
    </Viewer>
  )
}

type ContentProps = { file: Resource; held: QuarantineVerdict | undefined; isStaff: boolean }

/** The preview with the details beside it, or below it on a small screen. */
function Content({ file, held, isStaff }: ContentProps) {
  const partnerAddress = usePartnerAddress()
  return (
    <div className="h-full max-lg:overflow-y-auto lg:grid lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="min-h-0 max-lg:h-3/5">
        {held ? (
          <EmptyState
            icon={held.verdict === 'waiting' ? ShieldQuestion : ShieldAlert}
            line={quarantineMessage(held)}
          />
        ) : (
          <PreviewContent
            key={`${file.id} ${file.updatedAt}`}
            file={file}
            address={partnerAddress(objectAddress(file))}
          />
        )}
      </div>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be in reach of the keyboard
        tabIndex={0}
        aria-label="Details"
        className="grid min-w-0 grid-cols-1 content-start gap-6 border-line p-4 focus-visible:-outline-offset-2 max-lg:border-t sm:p-5 lg:overflow-y-auto lg:border-l"
      >
        <FileFacts file={file} />
        {isStaff && <StaffFileDetails key={file.id} file={file} />}
      </section>
    </div>
  )
}
