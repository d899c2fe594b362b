/** Focuses the first field of a form that appears in a dialog that is already open, or that was filled again. */
export const focusFirstField = (container: HTMLElement | null) =>
  container?.querySelector<HTMLElement>('input, select, textarea')?.focus()
