import { Alert } from './alert.tsx'
import { Button } from './button.tsx'

type EditConflictProps = {
  edit: { conflict: string | undefined; isGone: boolean; loadCurrent: () => unknown }
  /** The name of the deleted item, such as "This task". */
  what?: string
  /** Explains why the item may be gone. */
  gone?: string
}

/** Shows that another user changed the record first. Loading the current values discards the typed ones. */
export function EditConflict({
  edit: { conflict, isGone, loadCurrent },
  what = 'This',
  gone = 'It was deleted while you were editing.',
}: EditConflictProps) {
  if (isGone) return <Alert title={`${what} no longer exists`}>{gone}</Alert>
  if (conflict === undefined) return null
  return (
    <div ref={scrollIntoView}>
      <Alert title={conflict}>
        <p>Your changes are not saved. Loading the latest version replaces them.</p>
        <Button size="small" className="mt-3" onClick={loadCurrent}>
          Load latest version
        </Button>
      </Alert>
    </div>
  )
}

// It may be scrolled out of view, below the buttons of the footer.
const scrollIntoView = (alert: HTMLElement | null) => alert?.scrollIntoView({ block: 'center' })
