import { type ComponentProps, useId } from 'react'
import { useWatch } from 'react-hook-form'
import { DraftStatus } from '#client/domain/drafts/draft-status.tsx'
import type { DraftState } from '#client/domain/drafts/draft-sync.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { FieldError } from '#client/ui/field.tsx'
import { electronicConsent } from '#contract/documents/agreements/electronic-consent.ts'
import { ConsentButton } from './consent-dialog.tsx'
import type { FormValues } from './signature.ts'

type SigningFootProps = {
  /** The name of the agreement. */
  name: string
  /** How many fields the agreement has, agreed ones included. */
  fieldCount: number
  /** The props of the checkbox for the consent. */
  consent: Pick<ComponentProps<typeof Checkbox>, 'ref' | 'checked' | 'onChange' | 'error'>
  /** Why the agreement cannot be signed yet, shown beside the button. */
  problem: string | undefined
  draftState: DraftState
  isPending: boolean
  hasRead: boolean
  onGoToEnd: () => void
  /** Whether a phone shows the agreement instead of its fields. */
  isReading: boolean
  /** Goes to the first empty field, or to the consent if none is left. */
  onFillIn: () => void
  /** Goes to the first empty field after the one that was focused last. */
  onNextEmpty: () => void
  onSign: () => void
}

/** The consent and the button to sign, always visible at the lower edge of the page. */
export function SigningFoot(props: SigningFootProps) {
  const { name, fieldCount, consent, problem, draftState, isPending, hasRead, isReading } = props
  const [problemId, reasonId] = [useId(), useId()]
  const whenFilling = isReading && '@max-3xl:hidden'
  return (
    // On a small screen, only the line with the buttons is fixed; the consent is above it in the flow of the form.
    <footer className="sticky bottom-(--bottom-bar) z-10 grid gap-1 border-line border-t bg-surface px-5 py-3 max-lg:contents">
      <div className={classNames('grid gap-1 max-lg:px-4 max-lg:py-3 sm:max-lg:px-5', whenFilling)}>
        <Checkbox
          {...consent}
          label={<span className="block max-sm:text-13">{electronicConsent.checkboxLabel}</span>}
        />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <ConsentButton />
          <div role="alert" className="ml-auto max-sm:w-full">
            {problem && (
              <FieldError id={problemId}>
                <span className="sr-only">{name}: </span>
                {problem}
              </FieldError>
            )}
          </div>
          <p className="text-13 text-muted">{!problem && <DraftStatus state={draftState} />}</p>
        </div>
      </div>
      <div
        data-foot
        className="flex items-center gap-x-3 max-sm:gap-x-1.5 max-lg:sticky max-lg:bottom-0 max-lg:z-10 max-lg:border-line max-lg:border-t max-lg:bg-surface max-lg:px-4 max-lg:py-0.5 sm:max-lg:px-5"
      >
        <div className={classNames('flex items-center gap-x-2 text-13 max-sm:gap-x-0', whenFilling)}>
          <FieldsLeft count={fieldCount} onNext={props.onNextEmpty} />
        </div>
        <p
          id={reasonId}
          role="status"
          className={
            hasRead
              ? 'sr-only'
              : // On a small screen that shows the document, there is room only for the buttons.
                classNames('ml-auto min-w-0 text-13 text-muted', isReading && '@max-3xl:sr-only')
          }
        >
          {hasRead ? (
            `You can sign the ${name} now`
          ) : (
            <>
              <span className="max-sm:hidden">Read the document to the end before you sign</span>
              <span className="block text-12 leading-tight sm:hidden">Read to the end first</span>
            </>
          )}
        </p>
        {isReading && <ContinueButton hasRead={hasRead} onClick={props.onFillIn} />}
        {!hasRead && (
          <Button
            variant="quiet"
            onClick={props.onGoToEnd}
            // On a small screen that shows the fields, the switch above them leads to the document.
            className={classNames('text-link', isReading ? '@max-3xl:ml-auto' : '@max-3xl:hidden')}
          >
            Go to the end<span className="sr-only">{` of the ${name}`}</span>
          </Button>
        )}
        <Button
          variant="primary"
          disabled={!hasRead}
          pending={isPending}
          onClick={props.onSign}
          aria-describedby={problem ? problemId : hasRead ? undefined : reasonId}
          className={classNames(hasRead && 'ml-auto', whenFilling)}
        >
          {isPending ? 'Signing...' : 'Sign Document'}
          <span className="sr-only">: {name}</span>
        </Button>
      </div>
    </footer>
  )
}

/** How many fields are still empty. */
const useEmptyCount = () => Object.values(useWatch<FormValues>()).filter((value) => !value?.trim()).length

/** A button that leads from the document to the details that are still to be filled in. */
function ContinueButton({ hasRead, onClick }: { hasRead: boolean; onClick: () => void }) {
  const left = useEmptyCount()
  return (
    <Button variant="primary" onClick={onClick} className="@max-3xl:order-last @3xl:hidden">
      {!hasRead ? 'Fill in details' : left > 0 ? 'Continue to details' : 'Continue to sign'}
    </Button>
  )
}

/** Shows how many fields are still empty, and leads to the next of them. */
function FieldsLeft({ count, onNext }: { count: number; onNext: () => void }) {
  const left = useEmptyCount()
  if (left === 0) return <p className="whitespace-nowrap text-muted">{`All ${count} filled in`}</p>
  return (
    <>
      <p className="whitespace-nowrap text-muted tabular-nums">{`${left} of ${count} left`}</p>
      <Button variant="quiet" size="small" onClick={onNext}>
        Next<span className="max-sm:sr-only"> empty field</span>
      </Button>
    </>
  )
}
