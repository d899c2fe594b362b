import type { ReactNode } from 'react'
import type { CurrentUser } from '#contract/session/session.ts'

export type OpenedProps = {
  user: CurrentUser
  id: string
  open: boolean
  onClose: () => void
  /** The dialogs that were opened from this dialog. Render them inside it, so that Escape closes one dialog at a time. */
  children: ReactNode
}
