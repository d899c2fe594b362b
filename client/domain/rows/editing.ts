import { useState } from 'react'
import { ApiError } from '#client/lib/api.ts'
import { toast } from '#client/lib/toast.ts'

type Editing<Row> = {
  /** Null for something new. */
  row: Row | null
  /** Answers the row as it is now; undefined when it is not there any more. */
  readAgain: (row: Row) => Promise<Row | undefined>
  /** Fills the form from it. */
  onLoaded: (row: Row) => void
}

/**
 * What an edit was begun on. Saving over anything else would undo what somebody else has done: the server refuses that, and
 * what is there now can be loaded in the place of what was typed.
 */
export const useEditing = <Row extends { updatedAt: string }>({ row, readAgain, onLoaded }: Editing<Row>) => {
  const [seen, setSeen] = useState(row)
  /** The server's words. */
  const [conflict, setConflict] = useState<string>()
  const [isGone, setGone] = useState(false)

  const load = async () => {
    if (!seen) return
    try {
      const now = await readAgain(seen)
      setConflict(undefined)
      if (!now) return setGone(true)
      setSeen(now)
      onLoaded(now)
    } catch {
      const description = 'It could not be loaded. Check your connection and try again.'
      toast({ title: 'Error', description, tone: 'danger' })
    }
  }

  return {
    seen,
    conflict,
    isGone,
    load,
    begin: () => setConflict(undefined),
    /** Takes note of why it was not saved. */
    refuse: (error: unknown) => {
      if (!(error instanceof ApiError) || !seen) return
      if (error.status === 409) setConflict(error.serverMessage)
      if (error.status === 404) setGone(true)
    },
  }
}
