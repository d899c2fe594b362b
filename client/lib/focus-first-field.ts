/** For a form that appears in a dialog that is already open, or that has been filled anew. */
export const focusFirstField = (container: HTMLElement | null) =>
  container?.querySelector<HTMLElement>('input, select, textarea')?.focus()
