import type { ComponentProps } from 'react'
import { Button } from './button.tsx'

type IconButtonProps = Omit<ComponentProps<typeof Button>, 'size' | 'asChild' | 'aria-label'> & {
  /** Describes the action for screen readers. */
  label: string
}

export function IconButton({ label, variant = 'quiet', ...props }: IconButtonProps) {
  return <Button {...props} variant={variant} size="icon" aria-label={label} />
}
