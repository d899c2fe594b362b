import Plus from 'lucide-react/icons/plus'
import { Button } from '#client/ui/button.tsx'
import { type StaffDialog, useOpenDialog } from './dialog-context.ts'

/** Opens the dialog that makes something new. */
export function AddButton({ dialog, children }: { dialog: StaffDialog; children: string }) {
  const openDialog = useOpenDialog()
  return (
    <Button size="small" onClick={() => openDialog(dialog)}>
      <Plus aria-hidden className="size-4" />
      {children}
    </Button>
  )
}
