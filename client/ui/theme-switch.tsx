import { Monitor, Moon, Sun } from 'lucide-react'
import { useId, useSyncExternalStore } from 'react'

export const themes = [
  { theme: 'light', label: 'Light', icon: Sun },
  { theme: 'dark', label: 'Dark', icon: Moon },
  { theme: 'system', label: 'System', icon: Monitor },
] as const

export function ThemeSwitch() {
  const name = useId()
  const current = useSyncExternalStore(subscribe, readTheme, () => 'system')
  return (
    <fieldset className="inline-flex gap-0.5 rounded-control border border-control p-0.5">
      <legend className="sr-only">Theme</legend>
      {themes.map(({ theme, label, icon: Icon }) => (
        <label
          key={theme}
          title={label}
          className={
            'relative grid size-7 place-items-center rounded-mark text-muted hover:text-ink touch:size-11 has-checked:bg-accent-soft ' +
            'has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2'
          }
        >
          <input
            type="radio"
            name={name}
            value={theme}
            checked={theme === current}
            data-drawn
            onChange={() => setTheme(theme)}
            className="absolute inset-0 appearance-none rounded-mark outline-none"
          />
          <Icon aria-hidden className="pointer-events-none size-4" />
          <span className="sr-only">{label}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** Returns the theme that /theme.js has set on <html>. That script runs before this code and follows changes in other tabs. */
const readTheme = () => document.documentElement.dataset.theme ?? 'system'

/** Applies the theme immediately and stores it for the next visit. */
export const setTheme = (theme: string) => {
  dispatchEvent(new CustomEvent('theme-choice', { detail: theme }))
}

const subscribe = (onChange: () => void) => {
  addEventListener('theme-change', onChange)
  return () => removeEventListener('theme-change', onChange)
}
