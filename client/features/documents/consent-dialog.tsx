import { Button } from '#client/ui/button.tsx'
import { Dialog, DialogClose, DialogFooter } from '#client/ui/dialog.tsx'
import { type DialogOpening, useOpenDialog } from '#client/ui/dialog-host.tsx'
import { electronicConsent } from '#contract/documents/agreements/electronic-consent.ts'

/** Opens the consent to sign electronically, in full. */
export function ConsentButton() {
  const openDialog = useOpenDialog()
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => openDialog((opening) => <ConsentDialog {...opening} />)}
      className="rounded-mark text-13 text-link touch:min-h-11"
    >
      Read the consent
    </button>
  )
}

function ConsentDialog(opening: DialogOpening) {
  return (
    <Dialog {...opening} title={electronicConsent.title} size="wide" isReadOnly>
      <div className="grid gap-3 pb-5 font-serif">
        {electronicConsent.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <DialogFooter>
        <DialogClose>
          <Button variant="primary">Done</Button>
        </DialogClose>
      </DialogFooter>
    </Dialog>
  )
}
