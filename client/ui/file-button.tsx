import type { LucideIcon } from 'lucide-react'
import { type ComponentProps, useRef } from 'react'
import { Button } from './button.tsx'

type FileButtonProps = Pick<ComponentProps<typeof Button>, 'ref' | 'pending' | 'className'> & {
  label: string
  /** The label of the file input, if it differs from the label of the button. */
  inputLabel?: string
  icon?: LucideIcon
  accept: string
  /** Whether a phone offers its camera. */
  capture?: 'environment'
  multiple?: boolean
  onFiles: (files: File[]) => void
}

/** A button for choosing files. */
export function FileButton({ label, inputLabel = label, icon: Icon, onFiles, ...props }: FileButtonProps) {
  const { ref, pending, className, ...input } = props
  const inputRef = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button ref={ref} pending={pending} className={className} onClick={() => inputRef.current?.click()}>
        {Icon && <Icon aria-hidden className="size-4" />}
        {label}
      </Button>
      <input
        ref={inputRef}
        type="file"
        {...input}
        aria-label={inputLabel}
        tabIndex={-1}
        className="hidden"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // Clearing the value lets the user choose the same file again after removing it.
          target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}
