import type { ComponentProps } from 'react'
import { AlertDialog } from './dialog.tsx'
import { useOpenDialog } from './dialog-host.tsx'

type Question = Omit<ComponentProps<typeof AlertDialog>, 'open' | 'onOpenChange'>

/** Asks before something that is hard to undo, in the nearest DialogHost. */
export const useAsk = () => {
  const openDialog = useOpenDialog()
  return (question: Question) => openDialog((opening) => <AlertDialog {...opening} {...question} />)
}
