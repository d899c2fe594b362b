import { FileX } from 'lucide-react'
import type { ComponentProps, KeyboardEvent } from 'react'
import { useAddressDialog } from '#client/lib/address-dialog.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { Viewer } from '#client/ui/viewer.tsx'
import type { Resource } from '#contract/resources/resources.ts'
import { DownloadButton } from '../download.tsx'
import { typeAndSize, Updated } from '../file-details.tsx'
import { fileLinkId } from '../focus-targets.ts'
import { useFile } from '../queries.ts'
import { Neighbors, useNeighbors } from './neighbors.tsx'
import { PreviewContent } from './preview-content.tsx'

/** The file that the address names, shown as large as the window is. */
export function FilePreview({ id }: { id: string }) {
  const file = useFile(id)
  if (file.data) return <FoundFile file={file.data} />
  return (
    <PreviewFrame id={id} title="File">
      <QueryState
        query={file}
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
        {() => null}
      </QueryState>
    </PreviewFrame>
  )
}

function FoundFile({ file: found }: { file: Resource }) {
  const neighbors = useNeighbors(found)
  // Only the list follows changes on the server.
  const file = neighbors.file ?? found

  const handleKeyDown = (event: KeyboardEvent) => {
    // Players seek with these keys, and what is wider than the window scrolls.
    const isTaken = event.target instanceof Element && event.target.closest('video, audio, [data-scrolls]')
    if (isTaken || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (event.key === 'ArrowLeft') neighbors.goToPrevious?.()
    if (event.key === 'ArrowRight') neighbors.goToNext?.()
  }

  return (
    <PreviewFrame
      id={file.id}
      title={file.title}
      details={
        <>
          {typeAndSize(file)} · <Updated at={file.updatedAt} />
        </>
      }
      actions={
        <>
          <Neighbors {...neighbors} />
          <DownloadButton file={file} />
        </>
      }
      onKeyDown={handleKeyDown}
    >
      <PreviewContent key={`${file.id} ${file.updatedAt}`} file={file} />
    </PreviewFrame>
  )
}

type PreviewFrameProps = Omit<ComponentProps<typeof Viewer>, 'onClose' | 'returnFocusTo'> & { id: string }

function PreviewFrame({ id, ...viewer }: PreviewFrameProps) {
  const { close } = useAddressDialog('file')
  return <Viewer {...viewer} onClose={close} returnFocusTo={() => document.getElementById(fileLinkId(id))} />
}
