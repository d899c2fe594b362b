const checks = new Set<() => boolean>()

/** Counts something as possibly unsaved; returns a function that ends that. */
export const watchUnsaved = (isUnsaved: () => boolean) => {
  checks.add(isUnsaved)
  return () => void checks.delete(isUnsaved)
}

/** Whether anything on the page would be lost if it went away now. */
export const hasUnsavedChanges = () => [...checks].some((isUnsaved) => isUnsaved())
