import { useEffect, useState } from 'react'

const aMinute = 60_000

/** Returns the time in milliseconds, at most a minute old, so that a task becomes overdue while the page is open. */
export const useNow = () => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), aMinute)
    return () => clearInterval(timer)
  }, [])
  return now
}
