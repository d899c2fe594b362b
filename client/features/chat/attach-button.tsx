import Paperclip from 'lucide-react/icons/paperclip'
import { useRef } from 'react'
import { acceptedEndings } from '#client/domain/files/chosen-file.ts'
import { IconButton } from '#client/ui/icon-button.tsx'

type AttachButtonProps = { disabled: boolean; onFiles: (files: File[]) => void }

/** Chooses files for the next message. */
export function AttachButton({ disabled, onFiles }: AttachButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton label="Attach a file" disabled={disabled} onClick={() => input.current?.click()}>
        <Paperclip aria-hidden className="size-4" />
      </IconButton>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={acceptedEndings.join(',')}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // So that the same file can be chosen again after it was taken out.
          target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}
