import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark' | 'system'

/** The theme that /theme.js set on <html>; that script runs before this code and follows changes in other tabs. */
function readTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Shows the theme at once, and stores it for the next visit where the browser allows storage. */
export function setTheme(theme: Theme): void {
  try {
    localStorage.setItem('theme', theme)
  } catch {
    // Private windows may refuse storage: the choice then lasts until the page is left.
  }
  dispatchEvent(new CustomEvent('theme-change', { detail: theme }))
}

function subscribe(onChange: () => void): () => void {
  const events = ['theme-change', 'storage']
  for (const event of events) addEventListener(event, onChange)
  return () => {
    for (const event of events) removeEventListener(event, onChange)
  }
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, readTheme)
}
