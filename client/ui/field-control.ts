import { createContext, use } from 'react'

type FieldControl = {
  id?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
  'aria-required'?: true | undefined
}

const FieldControlContext = createContext<FieldControl>({})

export const FieldControlProvider = FieldControlContext.Provider

/** What ties a control to the label, hint and error of the Field around it; nothing outside of one. */
export function useFieldControl(): FieldControl {
  return use(FieldControlContext)
}

/** The parts of a field by its id: the control describes itself by the hint and the error that are shown. */
export function fieldParts(id: string, { hint, error }: { hint?: unknown; error?: unknown }) {
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(' ') || undefined
  return { hintId, errorId, describedBy }
}
