import { useState } from 'react'
import { classNames } from '#client/ui/class-names.ts'
import type { PreviewProps } from './preview-failure.tsx'

// A place of a size of its own, which the picture cannot widen.
const fitClassName = 'grid size-full grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] place-items-center'

/** A picture, as large as there is room; one that is larger shows in its natural size when it is pressed. */
export function PicturePreview({ file, address, onError }: PreviewProps) {
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
      // Moved by the arrow keys where it is larger than the window.
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
