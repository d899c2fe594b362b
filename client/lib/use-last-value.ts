import { useState } from 'react'

/** Returns the last value that was not null, so that a dialog still shows its subject while it closes. */
export const useLastValue = (value: string | null) => {
  const [last, setLast] = useState(value)
  if (value && value !== last) setLast(value)
  return last
}
