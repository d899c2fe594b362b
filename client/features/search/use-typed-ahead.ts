import { useEffect, useEffectEvent, useState } from 'react'
import { isOfInputMethod } from '#client/lib/input-method.ts'

const isInSearch = (element: Element | null) =>
  document.querySelector('[data-search-field]')?.closest('[role=dialog]')?.contains(element) === true

/** Returns the text of the search. It also collects the keys that are pressed before the field is loaded and has the focus. */
export const useTypedAhead = (isOpen: boolean, onClose: () => void) => {
  const [typed, setTyped] = useState('')

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey || isOfInputMethod(event) || isInSearch(document.activeElement)) return
    if (key === 'Escape') onClose()
    else if (key === 'Backspace') setTyped((text) => text.slice(0, -1))
    else if (key.length === 1) setTyped((text) => text + key)
    else return
    event.preventDefault()
    event.stopPropagation()
  })

  useEffect(() => {
    if (!isOpen) return
    const listener = (event: KeyboardEvent) => handleKey(event)
    window.addEventListener('keydown', listener, { capture: true })
    return () => {
      window.removeEventListener('keydown', listener, { capture: true })
      setTyped('')
    }
  }, [isOpen])

  return { typed, onType: setTyped }
}
