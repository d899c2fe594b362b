import FileX from 'lucide-react/icons/file-x'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { useLocation } from 'wouter'
import { Alert } from '#client/ui/alert.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { Viewer } from '#client/ui/viewer.tsx'
import type { Resource } from '#contract/resources/resources.ts'
import { DownloadButton } from '../download-buttons.tsx'
import { fileLinkId } from '../element-ids.ts'
import { typeAndSize, Updated } from '../file-details.tsx'
import { wasOpenedHere } from '../history-state.ts'
import { addressOf, type LibraryView } from '../library-view.ts'
import { useFile } from '../queries.ts'
import { Neighbours, useNeighbours } from './neighbours.tsx'
import { PreviewContent } from './preview-content.tsx'

type FilePreviewProps = { id: string; view: LibraryView }

/** The file that the address names, shown as large as the window is. */
export function FilePreview({ id, view }: FilePreviewProps) {
  const found = useFile(id)
  const frame = { id, view }

  if (found.data) return <FoundFile file={found.data} {...frame} />
  if (found.isPending) {
    return (
      <PreviewFrame title="File" {...frame}>
        <Loading />
      </PreviewFrame>
    )
  }
  return (
    <PreviewFrame title="File" {...frame}>
      {found.data === null ? (
        <EmptyState
          icon={FileX}
          line="This file is not here. It may have been withdrawn, or not be for you."
        />
      ) : (
        <div className="p-4 sm:p-5">
          <Alert title="The file could not be loaded" onRetry={() => found.refetch()}>
            Check your connection and try again.
          </Alert>
        </div>
      )}
    </PreviewFrame>
  )
}

function FoundFile({ file: found, ...frame }: FilePreviewProps & { file: Resource }) {
  const neighbours = useNeighbours(found, frame.view)
  // Only the list follows changes on the server.
  const file = neighbours.file ?? found

  const handleKeyDown = (event: KeyboardEvent) => {
    // A film is wound with these keys, and what is wider than the window is moved.
    const isTaken = event.target instanceof Element && event.target.closest('video, audio, [data-scrolls]')
    if (isTaken || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (event.key === 'ArrowLeft') neighbours.goToPrevious?.()
    if (event.key === 'ArrowRight') neighbours.goToNext?.()
  }

  return (
    <PreviewFrame
      {...frame}
      title={file.title}
      details={
        <>
          {typeAndSize(file)} · <Updated at={file.updatedAt} />
        </>
      }
      actions={
        <>
          <Neighbours {...neighbours} />
          <DownloadButton file={file} variant="primary" />
        </>
      }
      onKeyDown={handleKeyDown}
    >
      <PreviewContent key={`${file.id} ${file.updatedAt}`} file={file} />
    </PreviewFrame>
  )
}

type PreviewFrameProps = FilePreviewProps & {
  title: string
  details?: ReactNode
  actions?: ReactNode
  onKeyDown?: (event: KeyboardEvent) => void
  children: ReactNode
}

function PreviewFrame({ id, view, ...viewer }: PreviewFrameProps) {
  const [, navigate] = useLocation()
  const isClosing = useRef(false)

  const handleClose = () => {
    // Going back takes a moment: a second press meanwhile would go back once more, away from the page.
    if (isClosing.current) return
    isClosing.current = true
    // Opened by a link, there is nothing of this page to go back to.
    if (wasOpenedHere()) history.back()
    else navigate(addressOf({ ...view, file: null }), { replace: true })
  }

  return (
    <Viewer {...viewer} onClose={handleClose} returnFocusTo={() => document.getElementById(fileLinkId(id))} />
  )
}
