import { useEffect, useState } from 'react'

const serif = '1rem "Source Serif 4 Variable"'
// Reading in another font is better than waiting longer.
const maxWaitMs = 1_000

/** Whether the font of agreements has loaded, or was waited for long enough: shown before, the lines would break anew. */
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
