import { useEffect, useState } from 'react'

const serif = '1rem "Source Serif 4 Variable"'
// After this time, a fallback font is better than a longer wait.
const maxWaitMs = 1_000

/** Returns whether the agreement font has loaded or the wait is over. Text shown earlier would reflow when the font arrives. */
export const useSerif = () => {
  const [isReady, setReady] = useState(() => document.fonts.check(serif))
  useEffect(() => {
    if (isReady) return
    const show = () => setReady(true)
    const timer = setTimeout(show, maxWaitMs)
    document.fonts.load(serif).then(show, show)
    return () => clearTimeout(timer)
  }, [isReady])
  return isReady
}
