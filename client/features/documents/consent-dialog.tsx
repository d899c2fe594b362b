import { Button } from '#client/ui/button.tsx'
import { Dialog, DialogClose, DialogFooter } from '#client/ui/dialog.tsx'
import { electronicConsent } from '#contract/documents/agreements/electronic-consent.ts'

/** The consent to sign electronically, in full, behind the button that names it. */
export function ConsentDialog() {
  return (
    <Dialog
      title={electronicConsent.title}
      size="wide"
      isReadOnly
      trigger={
        <button type="button" className="rounded-mark text-13 text-link touch:min-h-11">
          Read the consent
        </button>
      }
    >
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
