import { type RefObject, useId } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { FieldError } from '#client/ui/field.tsx'
import { electronicConsent } from '#contract/documents/agreements/electronic-consent.ts'
import { ConsentDialog } from './consent-dialog.tsx'

type SigningFootProps = {
  /** What stands in the way of signing, said at the button. */
  problem: string | undefined
  agreed: boolean
  onAgreed: (agreed: boolean) => void
  agreedError: string | undefined
  agreedRef: RefObject<HTMLInputElement | null>
  saved: boolean
  pending: boolean
  onSign: () => void
}

/** The consent and the button to sign, in reach wherever in the agreement somebody is. */
export function SigningFoot({
  problem,
  agreed,
  onAgreed,
  agreedError,
  agreedRef,
  saved,
  pending,
  onSign,
}: SigningFootProps) {
  const problemId = useId()
  return (
    <footer
      data-sticky-foot
      className="sticky bottom-0 z-10 grid gap-1 border-line border-t bg-surface px-4 py-2 sm:px-5 sm:py-3"
    >
      <Checkbox
        ref={agreedRef}
        label={<span className="block max-sm:text-13">{electronicConsent.checkboxLabel}</span>}
        checked={agreed}
        onChange={(event) => onAgreed(event.target.checked)}
        error={agreedError}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <ConsentDialog />
        <div className="min-w-0 text-13 max-sm:order-last max-sm:w-full sm:ml-auto">
          <div role="alert">{problem && <FieldError id={problemId}>{problem}</FieldError>}</div>
          <p role="status" className="text-muted">
            {saved && !problem && 'Saved on this device'}
          </p>
        </div>
        <Button
          variant="primary"
          pending={pending}
          onClick={onSign}
          aria-describedby={problem ? problemId : undefined}
          className="max-sm:ml-auto"
        >
          {pending ? 'Signing...' : 'Sign Document'}
        </Button>
      </div>
    </footer>
  )
}
