/** Joins the class names that are not falsy with spaces: `classNames('a', isOn && 'b')`. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
