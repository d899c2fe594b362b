import { type ComponentProps, useId } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Dialog, DialogClose, DialogFooter } from '#client/ui/dialog.tsx'
import { FieldError } from '#client/ui/field.tsx'
import { electronicConsent } from '#contract/documents/agreements/electronic-consent.ts'

type SigningFootProps = {
  /** The checkbox of the consent. */
  consent: Pick<ComponentProps<typeof Checkbox>, 'ref' | 'checked' | 'onChange' | 'error'>
  /** Why it cannot be signed yet, shown at the button. */
  problem: string | undefined
  isSaved: boolean
  isPending: boolean
  onSign: () => void
}

/** The consent and the button to sign, always visible at the lower edge of the page. */
export function SigningFoot({ consent, problem, isSaved, isPending, onSign }: SigningFootProps) {
  const problemId = useId()
  return (
    <footer
      data-sticky-foot
      className="sticky bottom-0 z-10 grid gap-1 border-line border-t bg-surface px-4 py-2 sm:px-5 sm:py-3"
    >
      <Checkbox
        {...consent}
        label={<span className="block max-sm:text-13">{electronicConsent.checkboxLabel}</span>}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <ConsentDialog />
        <div className="min-w-0 text-13 max-sm:order-last max-sm:w-full sm:ml-auto">
          <div role="alert">{problem && <FieldError id={problemId}>{problem}</FieldError>}</div>
          <p role="status" className="text-muted">
            {isSaved && !problem && 'Saved on this device'}
          </p>
        </div>
        <Button
          variant="primary"
          pending={isPending}
          onClick={onSign}
          aria-describedby={problem ? problemId : undefined}
          className="max-sm:ml-auto"
        >
          {isPending ? 'Signing...' : 'Sign Document'}
        </Button>
      </div>
    </footer>
  )
}

/** The consent to sign electronically, in full, behind the button that names it. */
function ConsentDialog() {
  return (
    <Dialog
      title={electronicConsent.title}
      size="wide"
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
