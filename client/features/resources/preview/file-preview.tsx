import { ChevronLeft, ChevronRight, FileX, ShieldAlert, ShieldQuestion } from 'lucide-react'
import type { ComponentProps, KeyboardEvent } from 'react'
import { heldMessage, useHeldFile } from '#client/domain/files/held-file.tsx'
import { PreviewContent } from '#client/domain/files/preview/preview-content.tsx'
import { useAddressDialog } from '#client/lib/address-dialog.ts'
import { IconButton } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { Viewer } from '#client/ui/viewer.tsx'
import type { Resource } from '#contract/resources/resources.ts'
import { DownloadButton } from '../download.tsx'
import { objectAddress, typeAndSize, Updated } from '../file-details.tsx'
import { fileLinkId } from '../focus-targets.ts'
import { useLibraryView } from '../library-view.ts'
import { listAround, useFile, useFiles } from '../queries.ts'

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
  const held = useHeldFile(file.filePath)

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
          {!held && <DownloadButton file={file} />}
        </>
      }
      onKeyDown={handleKeyDown}
    >
      {held ? (
        <EmptyState
          icon={held.verdict === 'waiting' ? ShieldQuestion : ShieldAlert}
          line={heldMessage(held)}
        />
      ) : (
        <PreviewContent key={`${file.id} ${file.updatedAt}`} file={file} address={objectAddress(file)} />
      )}
    </PreviewFrame>
  )
}

type PreviewFrameProps = Omit<ComponentProps<typeof Viewer>, 'onClose' | 'returnFocusTo'> & { id: string }

function PreviewFrame({ id, ...viewer }: PreviewFrameProps) {
  const { close } = useAddressDialog('file')
  return <Viewer {...viewer} onClose={close} returnFocusTo={() => document.getElementById(fileLinkId(id))} />
}

/** The ways to the files before and after one in its list; undefined where there is none. */
const useNeighbors = (file: Resource) => {
  const view = useLibraryView()
  const list = useFiles(listAround(file, view))
  const rows = list.data?.rows ?? []
  const index = rows.findIndex(({ id }) => id === file.id)
  const previous = index > 0 ? rows[index - 1] : undefined
  const next = index >= 0 ? rows[index + 1] : undefined

  const goTo = ({ id }: Resource) => view.change({ file: id })

  const goToNextPage = async () => {
    const { data } = await list.fetchNextPage()
    const first = data?.rows[index + 1]
    // Closed meanwhile, or on to another file, nothing opens by itself.
    if (first && new URLSearchParams(location.search).get('file') === file.id) goTo(first)
  }

  return {
    file: rows[index],
    goToPrevious: previous && (() => goTo(previous)),
    goToNext: next ? () => goTo(next) : index >= 0 && list.hasNextPage ? goToNextPage : undefined,
  }
}

/** Buttons, which stay where they are at either end of the list, so that the focus does. */
function Neighbors({
  goToPrevious,
  goToNext,
}: Pick<ReturnType<typeof useNeighbors>, 'goToPrevious' | 'goToNext'>) {
  const buttons = [
    { label: 'Previous file', icon: ChevronLeft, go: goToPrevious },
    { label: 'Next file', icon: ChevronRight, go: goToNext },
  ]
  if (!goToPrevious && !goToNext) return null
  return (
    <div className="flex gap-1 max-sm:mr-auto">
      {buttons.map(({ label, icon: Icon, go }) => (
        <IconButton
          key={label}
          label={label}
          title={label}
          className="aria-disabled:cursor-default! aria-disabled:text-muted aria-disabled:hover:bg-transparent"
          aria-disabled={!go || undefined}
          onClick={go}
        >
          <Icon aria-hidden className="size-5" />
        </IconButton>
      ))}
    </div>
  )
}
