import Music from 'lucide-react/icons/music'
import type { PreviewProps } from './preview-failure.tsx'

export function VideoPreview({ file, address, onError }: PreviewProps) {
  return (
    <div className="grid size-full grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] place-items-center overflow-clip bg-sunken p-4">
      {/* biome-ignore lint/a11y/useMediaCaption: what is uploaded brings no captions */}
      <video
        src={address}
        controls
        playsInline
        preload="metadata"
        aria-label={file.title}
        onError={onError}
        className="max-h-full w-full max-w-240"
      />
    </div>
  )
}

export function SoundPreview({ file, address, onError }: PreviewProps) {
  return (
    <div className="flex size-full flex-col items-center justify-center gap-6 p-4">
      <Music aria-hidden strokeWidth={1.5} className="size-12 text-muted" />
      {/* biome-ignore lint/a11y/useMediaCaption: what is uploaded brings no captions */}
      <audio
        src={address}
        controls
        preload="metadata"
        aria-label={file.title}
        onError={onError}
        className="w-full max-w-120"
      />
    </div>
  )
}
