import type { LucideIcon } from 'lucide-react'
import { type ComponentProps, useRef } from 'react'
import { Button } from './button.tsx'

type FileButtonProps = Pick<ComponentProps<typeof Button>, 'ref' | 'pending' | 'className'> & {
  label: string
  /** Of the field, where it is not that of the button. */
  inputLabel?: string
  icon?: LucideIcon
  accept: string
  /** A phone offers its camera. */
  capture?: 'environment'
  multiple?: boolean
  onFiles: (files: File[]) => void
}

/** A button that lets choose files. */
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
          // So that the same file can be chosen again after it was taken out.
          target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}
