import { useState } from 'react'

/** The subject of a dialog, which remains while the dialog closes. */
export const useLastValue = (value: string | null) => {
  const [last, setLast] = useState(value)
  if (value && value !== last) setLast(value)
  return last
}
