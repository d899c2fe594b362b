import { useEffect } from 'react'

let locks = 0

function lock() {
  const { documentElement: page } = document
  if (locks === 0) {
    // The place of the scrollbar stays, so that nothing moves sideways.
    page.style.paddingRight = `${window.innerWidth - page.clientWidth}px`
    page.style.overflow = 'hidden'
  }
  locks += 1
  return () => {
    locks -= 1
    if (locks > 0) return
    page.style.paddingRight = ''
    page.style.overflow = ''
  }
}

/** While it is there, the page behind a dialog does not scroll. */
export function ScrollLock() {
  useEffect(lock, [])
  return null
}
