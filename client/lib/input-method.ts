import type { KeyboardEvent as ReactKeyboardEvent } from 'react'

// What browsers give to a key that an input method takes.
const processKeyCode = 229

/**
 * Whether a key belongs to an input method, as the Enter that confirms a Japanese or Chinese text does. Safari sends that one after the
 * composition has ended, where only its old code shows that. Every handler of Enter asks this first.
 */
export const isOfInputMethod = (event: KeyboardEvent | ReactKeyboardEvent): boolean => {
  const { isComposing, keyCode } = 'nativeEvent' in event ? event.nativeEvent : event
  return isComposing || keyCode === processKeyCode
}
