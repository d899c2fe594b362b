import { type KeyboardEvent, useEffect, useState } from 'react'
import { isOfInputMethod } from './input-method.ts'

/**
 * Enter that is pressed before the results of the typed text are there chooses once they are, unless something else is typed first.
 * @param typed the search; null while its list is closed
 * @param isCurrent whether the results are those of the typed text
 * @param choose chooses the first result, if there is one
 * @returns the handler of an Enter that is pressed before the results are there
 */
export const useEarlyEnter = (typed: string | null, isCurrent: boolean, choose: () => void) => {
  const [entered, setEntered] = useState<string | null>(null)
  useEffect(() => {
    if (entered === null) return
    if (entered === typed && !isCurrent) return
    setEntered(null)
    // Within an effect React would not yet show what is chosen.
    if (entered === typed) queueMicrotask(choose)
  })
  // Nobody who has typed nothing can mean the first of all.
  return (event: KeyboardEvent) => setEntered(typed?.trim() && !isOfInputMethod(event) ? typed : null)
}
