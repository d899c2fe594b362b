import { useEffect, useState } from 'react'

/**
 * Enter that is pressed before the results of the typed text are there chooses once they are, unless something else is typed first.
 * @param typed the search; null while its list is closed
 * @param isCurrent whether the results are those of the typed text
 * @param choose chooses the first result, if there is one
 * @returns call it when Enter was pressed before
 */
export const useEarlyEnter = (typed: string | null, isCurrent: boolean, choose: () => void) => {
  const [entered, setEntered] = useState<string | null>(null)
  useEffect(() => {
    if (entered === null) return
    if (entered === typed && !isCurrent) return
    setEntered(null)
    if (entered === typed) choose()
  })
  // Without a word of it nobody can mean the first of all.
  return () => setEntered(typed?.trim() ? typed : null)
}
