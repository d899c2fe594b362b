import { type DragEvent, type ReactNode, useState } from 'react'
import { carriesFiles, useMissedDrops } from '#client/ui/drop-zone.tsx'

type FileDropProps = { isDisabled: boolean; onFiles: (files: File[]) => void; children: ReactNode }

/** Takes files that are dropped anywhere on a conversation. */
export function FileDrop({ isDisabled, onFiles, children }: FileDropProps) {
  const [isOver, setOver] = useState(false)
  useMissedDrops()

  const handleDragOver = (event: DragEvent) => {
    if (isDisabled || !carriesFiles(event)) return
    event.preventDefault()
    // Else it would reach those who turn missed drops away.
    event.stopPropagation()
    event.dataTransfer.dropEffect = 'copy'
    setOver(true)
  }

  const handleDrop = (event: DragEvent) => {
    setOver(false)
    if (isDisabled || !carriesFiles(event)) return
    event.preventDefault()
    onFiles([...event.dataTransfer.files])
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the mouse's way; the button takes all the others.
    <div
      onDragOver={handleDragOver}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
      }}
      onDrop={handleDrop}
      className="relative flex min-h-0 flex-1 flex-col"
    >
      {children}
      {isOver && (
        <p className="pointer-events-none absolute inset-2 grid place-items-center rounded-card border border-accent border-dashed bg-accent-soft font-medium">
          Drop to attach
        </p>
      )}
    </div>
  )
}
