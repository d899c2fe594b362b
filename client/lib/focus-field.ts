/** By its name: a form that has just been filled anew knows none of its fields yet. */
export const focusField = (form: HTMLFormElement | null, name: string) => {
  const field = form?.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
}
