import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { isOfInputMethod } from '#client/lib/input-method.ts'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { TextInput } from './field.tsx'

// This is long enough that a word typed at normal speed is one search, and short enough not to be noticed.
const pauseMs = 250

type SearchFieldProps = {
  label: string
  placeholder?: string
  maxLength?: number
  /** The current search. */
  value: string
  /** Called with the trimmed text after a pause; immediately on Enter or when the field is cleared. */
  onSearch: (text: string) => void
  className?: string
}

/** A field that searches while the user types. Escape or the button clears it. */
export function SearchField({ label, value, onSearch, className, ...input }: SearchFieldProps) {
  const control = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const wanted = typed.trim()

  // A change from elsewhere, such as Back, takes precedence over the text being typed.
  if (value !== known) {
    setKnown(value)
    setTyped(value)
  }

  const search = (text: string) => {
    setKnown(text)
    onSearch(text)
  }
  const searchLater = useEffectEvent(() => search(wanted))

  useEffect(() => {
    if (wanted === known) return
    const timer = setTimeout(() => searchLater(), pauseMs)
    return () => clearTimeout(timer)
  }, [wanted, known])

  const clear = () => {
    setTyped('')
    search('')
    control.current?.focus()
  }

  const handleKeyDown = (event: KeyboardEvent) => {
    if (isOfInputMethod(event)) return
    if (event.key === 'Enter') search(wanted)
    if (event.key === 'Escape' && typed) {
      event.preventDefault()
      clear()
    }
  }

  return (
    <search className={classNames('relative block', className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted"
      />
      <TextInput
        {...input}
        ref={control}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        aria-label={label}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={handleKeyDown}
        className={classNames('pl-9 [&::-webkit-search-cancel-button]:hidden', typed && 'pr-10 touch:pr-12')}
      />
      {typed && (
        <IconButton icon={X} label="Clear the search" onClick={clear} className="absolute top-0 right-0" />
      )}
    </search>
  )
}
