const checks = new Set<() => boolean>()

/** Registers a check for unsaved changes; returns a function that removes the check. */
export const watchUnsaved = (isUnsaved: () => boolean) => {
  checks.add(isUnsaved)
  return () => void checks.delete(isUnsaved)
}

/** Returns whether anything on the page would be lost if the page were closed now. */
export const hasUnsavedChanges = () => [...checks].some((isUnsaved) => isUnsaved())
