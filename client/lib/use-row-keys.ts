import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { isSingleKey, topDialog } from './single-keys.ts'

type RowKeys = {
  /** The actions of further keys on the row, by their names in `KeyboardEvent.key`. By default, x presses its checkbox, and e opens its menu. */
  keys?: { [key: string]: (id: string) => void }
  /** Opens another row in place of the open one, whose element has `aria-current`. Without it, only the focus moves. */
  onMoveOpen?: (id: string) => void
}

const steps = { j: 1, k: -1 }
const controls = { x: 'input[type="checkbox"]', e: '[aria-haspopup="menu"]' }

/** Returns the link or button that opens a row: the one in its part marked `data-lead`, or else the first one. */
const focusOf = (row: HTMLElement | undefined) =>
  row?.querySelector<HTMLElement>('[data-lead] a, [data-lead] button') ??
  row?.querySelector<HTMLElement>('a, button')

/** Returns the list that the keys act on: the one with the focus, or else the first one of the screen or of the dialog on top. */
const listInUse = () => {
  const lists = [...(topDialog() ?? document).querySelectorAll('[data-row-keys]')]
  return lists.find((list) => list.contains(document.activeElement)) ?? lists[0]
}

/**
 * Single keys for a list whose rows have `data-row-id`: j and k move the focus to the link or button of the next and the previous row,
 * where Enter opens it, and further keys such as x and e act on that row. They are off in text fields, and where the user has turned shortcuts off.
 * @param ref the element around the rows, which has `data-row-keys`
 */
export const useRowKeys = (ref: RefObject<HTMLElement | null>, { keys = {}, onMoveOpen }: RowKeys) => {
  const lastRef = useRef({ id: '', index: -1 })

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { key } = event
    if (!isSingleKey(event) || !ref.current || ref.current !== listInUse()) return
    const rows = [...ref.current.querySelectorAll<HTMLElement>('[data-row-id]')]
    const idOf = (row: HTMLElement | undefined) => row?.dataset.rowId ?? ''
    const open = rows.findIndex((row) => row.querySelector('[aria-current="true"]'))
    const focused = rows.findIndex((row) => row.contains(document.activeElement))
    const last = rows.findIndex((row) => idOf(row) === lastRef.current.id)
    const at = [focused, open, last].find((index) => index >= 0) ?? -1

    const act = Object.hasOwn(keys, key) && !event.repeat ? keys[key] : undefined
    const step = Object.hasOwn(steps, key) ? steps[key as keyof typeof steps] : 0
    const control =
      Object.hasOwn(controls, key) && !event.repeat ? controls[key as keyof typeof controls] : ''
    const pressed = control ? rows[at]?.querySelector<HTMLElement>(control) : undefined
    if (act && at >= 0) act(idOf(rows[at]))
    else if (pressed) pressed.click()
    else if (step !== 0 && rows.length > 0) {
      // If the last row is gone, the row in its place is next.
      const to = at < 0 ? Math.max(lastRef.current.index, 0) : at + step
      const index = Math.min(Math.max(to, 0), rows.length - 1)
      lastRef.current = { id: idOf(rows[index]), index }
      focusOf(rows[index])?.focus()
      if (open >= 0 && index !== open) onMoveOpen?.(idOf(rows[index]))
    } else return
    event.preventDefault()
  })

  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
