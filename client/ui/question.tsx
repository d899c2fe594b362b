import type { ComponentProps } from 'react'
import { AlertDialog } from './dialog.tsx'
import type { RenderDialog } from './dialog-host.tsx'

type Question = Omit<ComponentProps<typeof AlertDialog>, 'open' | 'onOpenChange'>

/** Returns the dialog that asks before an action that is hard to undo. */
export const question =
  (asked: Question): RenderDialog =>
  (opening) => <AlertDialog {...opening} {...asked} />
