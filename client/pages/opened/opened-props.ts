import type { ReactNode } from 'react'
import type { CurrentUser } from '#contract/session/session.ts'

export type OpenedProps = {
  user: CurrentUser
  id: string
  open: boolean
  onClose: () => void
  /** What was opened from it. It belongs into the children of its dialog, so that Escape closes one at a time. */
  children: ReactNode
}
