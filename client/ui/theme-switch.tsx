import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { useId } from 'react'
import { setTheme, useTheme } from '#client/lib/theme.ts'

const choices = [
  { theme: 'light', label: 'Light', icon: Sun },
  { theme: 'dark', label: 'Dark', icon: Moon },
  { theme: 'system', label: 'System', icon: Monitor },
] as const

export function ThemeSwitch() {
  const name = useId()
  const current = useTheme()
  return (
    <fieldset className="inline-flex gap-0.5 rounded-control border border-control p-0.5">
      <legend className="sr-only">Theme</legend>
      {choices.map(({ theme, label, icon: Icon }) => (
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
