/** What is looked for: an element by its role and name, by its text, or by a selector; the last one that shows, within another. */
export type Target = {
  role?:
    | 'button'
    | 'link'
    | 'heading'
    | 'textbox'
    | 'checkbox'
    | 'combobox'
    | 'dialog'
    | 'region'
    | 'alert'
    | 'row'
  /** The accessible name or, without a role, the text; the whole of it, or a part of it as the source of a regular expression. */
  name?: string
  matching?: string
  selector?: string
  within?: Target
}

/** What shows of a target: how many elements, and the state of the last one. */
export type Seen = {
  count: number
  text: string
  value: string
  /** By another element, or at a place that has not been scrolled to. */
  isCovered: boolean
  isDisabled: boolean
  isChecked: boolean
  hasFocus: boolean
}

/** Runs in the page: finds the elements that show. It stands alone, since a driver sends its source. */
export const findElement = (target: Target, wanted: 'element' | 'state'): Element | Seen | null => {
  const selectors: Record<string, string> = {
    button: 'button, [role=button]',
    link: 'a[href]',
    heading: 'h1, h2, h3, h4',
    textbox: 'input:not([type=checkbox], [type=radio], [type=file], [type=hidden]), textarea',
    checkbox: 'input[type=checkbox]',
    combobox: 'select, [role=combobox]',
    dialog: 'dialog[open], [role=dialog], [role=alertdialog]',
    region: 'section, [role=region]',
    alert: '[role=alert]',
    row: 'tr, [role=row]',
  }
  const textOf = (element: Element | null) => (element?.textContent ?? '').replace(/\s+/g, ' ').trim()
  /** Without what screen readers do not read, such as the mark of a required field. */
  const readText = (element: Element | null | undefined) => {
    const own = element?.cloneNode(true) as Element | undefined
    for (const hidden of own?.querySelectorAll('[aria-hidden=true], select, textarea') ?? []) hidden.remove()
    return textOf(own ?? null)
  }
  const nameOf = (element: Element) => {
    const labels = (element.getAttribute('aria-labelledby') ?? '').split(' ').filter(Boolean)
    if (labels.length > 0) return labels.map((id) => readText(document.getElementById(id))).join(' ')
    const label = element.getAttribute('aria-label')
    if (label) return label
    const isField = element.matches('input, select, textarea')
    return readText(isField ? (element as HTMLInputElement).labels?.[0] : element)
  }
  const search = ({ role, name, matching, selector, within }: Target): Element[] => {
    const places = within ? search(within) : [document.documentElement]
    const pattern = selector ?? (role ? selectors[role] : undefined) ?? '*'
    const found = places.flatMap((place) => [...place.querySelectorAll(pattern)])
    const fits = (text: string) =>
      name !== undefined ? text === name : matching === undefined || new RegExp(matching).test(text)
    return found.filter((element) => {
      // File fields are hidden behind buttons.
      const isShown = element.matches('input[type=file]') || element.getClientRects().length > 0
      if (!isShown) return false
      if (role || selector) return fits(nameOf(element))
      // By text: the innermost elements alone.
      return fits(textOf(element)) && ![...element.children].some((child) => fits(textOf(child)))
    })
  }
  // Where the drivers press it.
  const isCovered = (element: Element | null) => {
    const [box] = element?.getClientRects() ?? []
    const top = box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    return !top || !element?.contains(top)
  }
  const found = search(target)
  const last = found.at(-1) ?? null
  if (wanted === 'element') {
    // The drivers bring it to the screen, but not from under a bar at its edge, where a user would scroll on.
    if (isCovered(last)) last?.scrollIntoView({ block: 'center', behavior: 'instant' })
    return last
  }
  const field = last as HTMLInputElement | null
  return {
    count: found.length,
    text: textOf(last),
    value: field?.value ?? '',
    isCovered: isCovered(last),
    isDisabled: field?.matches(':disabled') ?? false,
    isChecked: field?.checked ?? false,
    hasFocus: last !== null && last === document.activeElement,
  }
}
