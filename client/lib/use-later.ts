import { startTransition, useEffect, useState } from 'react'

/** A value one commit later, so that what depends on it is laid out and painted after the rest. */
export const useLater = <T>(value: T) => {
  const [later, setLater] = useState(value)
  useEffect(() => startTransition(() => setLater(() => value)), [value])
  return later
}
