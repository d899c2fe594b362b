import { type KeyboardEvent, useEffect, useState } from 'react'
import { isOfInputMethod } from './input-method.ts'

/**
 * Handles an Enter that is pressed before the results of the typed text have arrived: the first result is chosen when they arrive,
 * unless the text changes first.
 * @param typed the typed text; null while the list of results is closed
 * @param isCurrent whether the results belong to the typed text
 * @param choose chooses the first result, if there is one
 * @returns the handler of an Enter that is pressed before the results have arrived
 */
export const useEarlyEnter = (typed: string | null, isCurrent: boolean, choose: () => void) => {
  const [entered, setEntered] = useState<string | null>(null)
  useEffect(() => {
    if (entered === null) return
    if (entered === typed && !isCurrent) return
    setEntered(null)
    // React would not show the choice yet if it were made within the effect.
    if (entered === typed) queueMicrotask(choose)
  })
  // Without any typed text, Enter does not mean the first result.
  return (event: KeyboardEvent) => setEntered(typed?.trim() && !isOfInputMethod(event) ? typed : null)
}
