import { type RefObject, useId } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { FieldError } from '#client/ui/field-notes.tsx'
import { electronicConsent } from '#contract/agreements/electronic-consent.ts'
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
    <footer className="sticky bottom-0 z-10 flex flex-wrap items-center gap-x-6 gap-y-2 border-line border-t bg-surface px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-80">
        <Checkbox
          ref={agreedRef}
          label={electronicConsent.checkboxLabel}
          checked={agreed}
          onChange={(event) => onAgreed(event.target.checked)}
          error={agreedError}
        />
        <div className="pl-7">
          <ConsentDialog />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:w-full">
        <p role="status" className="text-13 text-muted empty:hidden">
          {saved && 'Saved on this device'}
        </p>
        <Button
          variant="primary"
          pending={pending}
          onClick={onSign}
          aria-describedby={problem ? problemId : undefined}
          className="max-sm:w-full"
        >
          {pending ? 'Signing...' : 'Sign Document'}
        </Button>
      </div>
      <div role="alert" className="w-full empty:hidden">
        {problem && <FieldError id={problemId}>{problem}</FieldError>}
      </div>
    </footer>
  )
}
