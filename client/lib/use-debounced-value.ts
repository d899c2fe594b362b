import { useEffect, useState } from 'react'

/** Returns a value after it has not changed for some milliseconds, so that a search runs after the last letter. */
export const useDebouncedValue = <T>(value: T, millis: number): T => {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), millis)
    return () => clearTimeout(timer)
  }, [value, millis])
  return rested
}
