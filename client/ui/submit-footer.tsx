import { Button } from './button.tsx'
import { DialogClose } from './dialog.tsx'
import { DialogFooter } from './dialog-footer.tsx'

type SubmitFooterProps = { isPending: boolean; words: string }

/** The buttons below a form in a dialog. */
export function SubmitFooter({ isPending, words }: SubmitFooterProps) {
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
