import { Button } from '#client/ui/button.tsx'
import { DialogClose } from '#client/ui/dialog.tsx'
import { DialogFooter } from '#client/ui/dialog-footer.tsx'

type SaveFooterProps = { isPending: boolean; words: string }

/** The buttons below a form in a dialog. */
export function SaveFooter({ isPending, words }: SaveFooterProps) {
  return (
    <DialogFooter>
      <DialogClose>
        <Button>Cancel</Button>
      </DialogClose>
      <Button type="submit" variant="primary" pending={isPending}>
        {words}
      </Button>
    </DialogFooter>
  )
}
