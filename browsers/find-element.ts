/** A description of an element: by its role and name, its text or a selector; of several, the last visible one is meant. */
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
  /** The accessible name or, without a role, the text. `name` is all of it; `matching` is a regular expression for a part. */
  name?: string
  matching?: string
  selector?: string
  within?: Target
}

/** The visible elements that fit a target: how many there are, and the state of the last one. */
export type Seen = {
  count: number
  text: string
  value: string
  /** Whether another element covers the element, or the element has not been scrolled to. */
  isCovered: boolean
  isDisabled: boolean
  isChecked: boolean
  hasFocus: boolean
}

/** Finds the visible elements. Runs in the page and refers to nothing outside itself, since a driver sends its source. */
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
  /** Returns the text without what screen readers do not read, such as the mark of a required field. */
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
      // File fields count as visible, although they are hidden behind buttons.
      const isShown = element.matches('input[type=file]') || element.getClientRects().length > 0
      if (!isShown) return false
      if (role || selector) return fits(nameOf(element))
      // Only the innermost elements with a text fit.
      return fits(textOf(element)) && ![...element.children].some((child) => fits(textOf(child)))
    })
  }
  // Check the place where the drivers click.
  const isCovered = (element: Element | null) => {
    const [box] = element?.getClientRects() ?? []
    const top = box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    return !top || !element?.contains(top)
  }
  const found = search(target)
  const last = found.at(-1) ?? null
  if (wanted === 'element') {
    // The drivers scroll to an element, but not out from under a bar at the edge, where a user would scroll on.
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
