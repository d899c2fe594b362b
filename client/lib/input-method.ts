import type { KeyboardEvent as ReactKeyboardEvent } from 'react'

// The `keyCode` that browsers report for a key that an input method handles.
const processKeyCode = 229

/**
 * Returns whether an input method handles a key, such as the Enter that confirms Japanese or Chinese text. Safari sends that Enter
 * after the composition has ended, and only the deprecated `keyCode` identifies it. Every handler of Enter checks this first.
 */
export const isOfInputMethod = (event: KeyboardEvent | ReactKeyboardEvent): boolean => {
  const { isComposing, keyCode } = 'nativeEvent' in event ? event.nativeEvent : event
  return isComposing || keyCode === processKeyCode
}
