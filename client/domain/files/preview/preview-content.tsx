import { useQuery } from '@tanstack/react-query'
import { ExternalLink, FileX, Music } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { previewOf } from '#contract/files/file-types.ts'
import { type PreviewedFile, PreviewFailure, type PreviewProps } from './preview-failure.tsx'
import { TextPreview } from './text-preview.tsx'

/** The content of a file, shown in a way that suits its type. */
export function PreviewContent({ file, address }: { file: PreviewedFile; address: string }) {
  const [hasFailed, setHasFailed] = useState(false)
  const kind = previewOf(file.fileType)

  if (!kind) {
    return (
      <div className="grid h-full place-items-center">
        <EmptyState
          icon={FileX}
          line={`No preview for ${file.fileType.toUpperCase()} files. Download to view.`}
        />
      </div>
    )
  }
  if (hasFailed) return <PreviewFailure onRetry={() => setHasFailed(false)} />
  const Content = previews[kind]
  return <Content file={file} address={address} onError={() => setHasFailed(true)} />
}

/** A PDF in the browser's own viewer. Browsers on phones have no viewer, or one that shows only the first page. */
function PdfPreview({ file, address }: PreviewProps) {
  // An iframe does not report that its content is an error, so the address is checked first.
  const check = useQuery({
    queryKey: [address, 'check'],
    queryFn: async () => {
      const { ok, status, statusText } = await fetch(address, { method: 'HEAD' })
      if (!ok) throw new ApiError(status, statusText)
      return true
    },
  })

  if (check.isLoadingError) return <PreviewFailure onRetry={() => check.refetch()} />
  if (!check.data) return <Loading />
  return (
    <div className="flex size-full flex-col">
      <div className={navigator.pdfViewerEnabled ? 'px-4 py-3 sm:hidden' : 'm-auto p-4'}>
        <Button icon={ExternalLink} asChild>
          <a href={address} target="_blank" rel="noopener">
            Open in a new tab
          </a>
        </Button>
      </div>
      {navigator.pdfViewerEnabled && (
        <iframe src={address} title={file.title} className="min-h-0 w-full grow bg-sunken" />
      )}
    </div>
  )
}

// This grid has a fixed size that its content cannot enlarge.
const fitClassName = 'grid size-full grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] place-items-center'

/** Returns the props of the browser's own player. There are no captions, since uploaded files come without them. */
const playerOf = ({ file, address, onError }: PreviewProps) =>
  ({ src: address, controls: true, preload: 'metadata', 'aria-label': file.title, onError }) as const

function VideoPreview(props: PreviewProps) {
  return (
    <div className={classNames(fitClassName, 'overflow-clip bg-sunken p-4')}>
      <video {...playerOf(props)} playsInline className="max-h-full w-full max-w-240" />
    </div>
  )
}

function AudioPreview(props: PreviewProps) {
  return (
    <div className="flex size-full flex-col items-center justify-center gap-6 p-4">
      <Music aria-hidden strokeWidth={1.5} className="size-12 text-muted" />
      <audio {...playerOf(props)} className="w-full max-w-120" />
    </div>
  )
}

/** A picture, scaled to fit the window. A click on a larger picture shows it in its natural size. */
function PicturePreview({ file, address, onError }: PreviewProps) {
  const [isLarger, setIsLarger] = useState(false)
  const [isNatural, setIsNatural] = useState(false)
  // An SVG is sharp at every size and often has none of its own. In an <img>, its scripts do not run.
  const isDrawn = file.fileType === 'svg'

  const picture = (
    <img
      src={address}
      alt={file.title}
      onError={onError}
      onLoad={({ currentTarget: image }) => {
        if (!isNatural) setIsLarger(!isDrawn && image.naturalWidth > image.clientWidth)
      }}
      className={classNames(
        isNatural ? 'm-auto max-w-none' : 'max-h-full max-w-full object-contain',
        isDrawn && 'size-full',
      )}
    />
  )
  if (!isLarger) {
    return <div className={classNames(fitClassName, 'overflow-clip bg-sunken p-4')}>{picture}</div>
  }
  return (
    <div
      // With `data-scrolls`, the arrow keys scroll the picture instead of opening another file.
      data-scrolls={isNatural || undefined}
      className={classNames('size-full bg-sunken', isNatural ? 'overflow-auto' : 'overflow-clip p-4')}
    >
      <button
        type="button"
        aria-pressed={isNatural}
        aria-label={`${file.title}, natural size`}
        onClick={() => setIsNatural(!isNatural)}
        className={classNames(
          'focus-visible:-outline-offset-2',
          isNatural
            ? 'grid min-h-full min-w-full cursor-zoom-out place-items-center'
            : classNames(fitClassName, 'cursor-zoom-in'),
        )}
      >
        {picture}
      </button>
    </div>
  )
}

const previews = {
  picture: PicturePreview,
  pdf: PdfPreview,
  video: VideoPreview,
  audio: AudioPreview,
  text: TextPreview,
}
