import { startTransition, useEffect, useState } from 'react'

/** Returns a value one commit later, so that the parts that depend on it are laid out and painted after the rest. */
export const useLater = <T>(value: T) => {
  const [later, setLater] = useState(value)
  useEffect(() => startTransition(() => setLater(() => value)), [value])
  return later
}
