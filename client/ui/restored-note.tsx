import { useState } from 'react'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'

type RestoredNoteProps = { draft: { wasRestored: boolean; isSaved: boolean; discard: () => void } }

/** Shows that a form continues an earlier draft, and offers to start over. */
export function RestoredNote({ draft }: RestoredNoteProps) {
  const [isShown, setShown] = useState(draft.wasRestored)
  if (!isShown || !draft.isSaved) return null
  return (
    <Alert tone="info" title="Your unsaved entries were restored">
      <Button
        size="small"
        className="mt-2"
        onClick={({ currentTarget }) => {
          draft.discard()
          // The button disappears with the message, so the focus moves to the first field.
          currentTarget.form?.querySelector('input')?.focus()
          setShown(false)
        }}
      >
        Start over
      </Button>
    </Alert>
  )
}
