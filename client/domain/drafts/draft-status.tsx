import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import type { DraftState } from './draft-sync.ts'

const texts: Record<DraftState, string> = {
  empty: '',
  saving: 'Saving...',
  saved: 'Saved',
  local: 'Not sent yet. Saved on this device',
  unsaved: 'Not saved yet',
}

/** Shows whether the typed text is saved. Screen readers announce every state but `saving`, which comes and goes while the user types. */
export function DraftStatus({ state }: { state: DraftState }) {
  return (
    <>
      {state === 'saving' && <span aria-hidden>{texts.saving}</span>}
      <span role="status">{state !== 'saving' && texts[state]}</span>
    </>
  )
}

type DraftConflictsProps = {
  /** The fields with the text that was typed elsewhere. */
  conflicts: readonly [field: string, value: string][]
  labelOf: (field: string) => string
  /** Puts the other text into the field; with undefined, the field stays unchanged. */
  onChoose: (field: string, value: string | undefined) => void
}

/** Offers the texts that were typed into the same fields in another tab or on another device. */
export function DraftConflicts({ conflicts, labelOf, onChoose }: DraftConflictsProps) {
  if (conflicts.length === 0) return null
  return (
    <Alert tone="caution" title="You typed something else here in another tab or on another device">
      <ul className="mt-2 grid gap-3">
        {conflicts.map(([field, value]) => (
          <li key={field}>
            <p className="wrap-anywhere">{`${labelOf(field)}: ${value || 'empty'}`}</p>
            <p className="mt-1 flex flex-wrap gap-2">
              <Button size="small" onClick={() => onChoose(field, value)}>
                Use that text<span className="sr-only">{` for ${labelOf(field)}`}</span>
              </Button>
              <Button size="small" variant="quiet" onClick={() => onChoose(field, undefined)}>
                Keep mine<span className="sr-only">{` in ${labelOf(field)}`}</span>
              </Button>
            </p>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
