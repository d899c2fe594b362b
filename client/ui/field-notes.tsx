import type { ReactNode } from 'react'

/** Screen readers hear "required" from the control itself. */
export function RequiredMark() {
  return (
    <span aria-hidden className="text-danger">
      {' *'}
    </span>
  )
}

export function FieldHint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="text-13 text-muted">
      {children}
    </p>
  )
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="font-medium text-13 text-danger">
      {children}
    </p>
  )
}
