import { Alert } from './alert.tsx'
import { Button } from './button.tsx'

type EditConflictProps = {
  /** The server's. */
  words: string
  onLoad: () => void
}

/** Somebody else was faster: nothing is saved over it, and nothing typed is lost unless it is wished. */
export function EditConflict({ words, onLoad }: EditConflictProps) {
  return (
    <div ref={scrollIntoView}>
      <Alert title={words}>
        <p>What you have entered is not saved. Loading replaces it.</p>
        <Button size="small" className="mt-3" onClick={onLoad}>
          Load what is there now
        </Button>
      </Alert>
    </div>
  )
}

// It may be scrolled out of view, below the buttons of the footer.
const scrollIntoView = (alert: HTMLElement | null) => alert?.scrollIntoView({ block: 'center' })
