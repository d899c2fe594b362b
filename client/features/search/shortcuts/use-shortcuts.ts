import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { isOfInputMethod } from '#client/lib/input-method.ts'
import { modifierName } from '#client/lib/modifier-name.ts'
import { isSingleKey, topDialog } from '#client/lib/single-keys.ts'
import type { Shortcut } from './shortcuts.ts'

// The time is long enough for one finger, and short enough that a key pressed by accident is forgotten.
const sequenceMs = 1_500

/** Handles Ctrl or ⌘ with K everywhere, and single-key shortcuts where nothing else uses the keys. */
export const useShortcuts = (shortcuts: Shortcut[], onSearch: () => void) => {
  const [, navigate] = useLocation()
  const begunRef = useRef({ keys: '', at: 0 })

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isOfInputMethod(event)) return
    const { key, altKey, ctrlKey, metaKey } = event
    const isCommand = (modifierName() === '⌘' ? metaKey : ctrlKey) && !altKey && !event.shiftKey
    if (isCommand && key.toLowerCase() === 'k') {
      event.preventDefault()
      onSearch()
      return
    }
    if (!isSingleKey(event) || event.repeat || topDialog()) return

    const begun = begunRef.current
    const former = event.timeStamp - begun.at < sequenceMs ? begun.keys : ''
    const matching = shortcuts.find(({ keys }) => keys.join('') === former + key)
    const isBeginning = shortcuts.some(({ keys }) => keys.length > 1 && keys[0] === key)
    begunRef.current = { keys: !matching && isBeginning ? key : '', at: event.timeStamp }
    if (!matching) return
    event.preventDefault()
    if ('run' in matching) matching.run()
    else navigate(matching.href, { state: matching.state })
  })

  // The listener is added before the first paint, so that no key is lost once the screen is visible.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
