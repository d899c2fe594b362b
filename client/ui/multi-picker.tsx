import { Combobox as BaseCombobox } from '@base-ui/react/combobox'
import { X } from 'lucide-react'
import { type ComponentProps, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isOfInputMethod } from '#client/lib/input-method.ts'
import { ComboboxItem, type ComboboxOption } from './combobox.tsx'
import { Field, TextInput, useFieldControl } from './field.tsx'
import { matchesWords } from './matches-words.ts'

type MultiPickerProps = {
  label: string
  /** The label of the list of chosen options. */
  chosenLabel: string
  placeholder: string
  /** Shown when the search finds nothing. */
  emptyText: string
  options: ComboboxOption[]
  value: string[]
  onChange: (ids: string[]) => void
  maxChosen: number
  /** Shown when no more can be chosen. */
  fullText: string
  error?: string | undefined
  required?: boolean
  /** The word before a typed text that can be chosen although no option has it as its label, such as "Create"; its id is the text. */
  createWord?: string
  maxLength?: number
}

// The list of options is cut here, because users search a longer list instead of reading it.
const maxShown = 50

/** A control that chooses several of many options. Typing filters the list below; the chosen options above can be removed. */
export function MultiPicker({
  label,
  chosenLabel,
  placeholder,
  emptyText,
  options,
  value,
  onChange,
  maxChosen,
  fullText,
  error,
  required = true,
  createWord,
  maxLength,
}: MultiPickerProps) {
  const inputRef = useRef<HTMLInputElement>(null)
  const [search, setSearch] = useState('')

  const found = options.filter(({ label: name, detail = '' }) => matchesWords(`${name} ${detail}`, search))
  const typed = search.trim()
  const isKnown = [...options.map(({ label: name }) => name), ...value].some(
    (name) => name.toLowerCase() === typed.toLowerCase(),
  )
  const created = createWord && typed && !isKnown ? [{ id: typed, label: `${createWord} “${typed}”` }] : []
  const shown = [...found.slice(0, maxShown), ...created]
  const isFull = value.length >= maxChosen
  const chosen = value.flatMap(
    (id) => options.find((option) => option.id === id) ?? (createWord ? { id, label: id } : []),
  )

  const handleKeyDown: InputProps['onKeyDown'] = (event) => {
    if (isOfInputMethod(event)) return event.preventBaseUIHandler()
    // Enter chooses an option and must not submit the form.
    if (event.key === 'Enter') event.preventDefault()
    if (event.key === 'Backspace' && search === '' && value.length > 0) onChange(value.slice(0, -1))
  }

  return (
    <BaseCombobox.Root
      multiple
      inline
      open
      items={shown}
      filter={null}
      autoHighlight
      value={chosen}
      onValueChange={(next) => {
        if (createWord) setSearch('')
        onChange(next.map(({ id }) => id))
      }}
      isItemEqualToValue={(option, one) => option.id === one.id}
      itemToStringLabel={(option) => option.label}
      inputValue={search}
      onInputValueChange={(text, { reason }) => {
        if (reason === 'input-change') setSearch(text)
      }}
    >
      <div className="grid grid-cols-1 gap-2">
        <Field label={label} required={required} error={error} hint={isFull ? fullText : undefined}>
          <SearchInput
            ref={inputRef}
            placeholder={placeholder}
            maxLength={maxLength}
            onKeyDown={handleKeyDown}
          />
        </Field>
        <ChosenChips
          label={chosenLabel}
          chosen={chosen}
          onRemove={(id) => onChange(value.filter((chosenId) => chosenId !== id))}
          onLastRemoved={() => inputRef.current?.focus()}
        />
        <div className="overflow-clip rounded-control border border-line">
          <BaseCombobox.List aria-label={label} className="max-h-56 overflow-y-auto overscroll-contain">
            {(option: ComboboxOption) => (
              <ComboboxItem
                key={option.id}
                option={option}
                value={option}
                disabled={isFull && !value.includes(option.id)}
              />
            )}
          </BaseCombobox.List>
          <BaseCombobox.Status className="px-3 text-13 text-muted not-empty:py-2">
            {shown.length === 0
              ? emptyText
              : found.length > maxShown && `${found.length - maxShown} more. Type to search.`}
          </BaseCombobox.Status>
        </div>
      </div>
    </BaseCombobox.Root>
  )
}

type InputProps = ComponentProps<typeof BaseCombobox.Input>

function SearchInput(props: InputProps) {
  const control = useFieldControl()
  return <BaseCombobox.Input {...control} {...props} render={<TextInput />} />
}

type ChosenChipsProps = {
  label: string
  chosen: { id: string; label: string }[]
  onRemove: (id: string) => void
  /** Called when the last option was removed, so that the focus needs another place. */
  onLastRemoved: () => void
}

/** The chosen options, each with a button that removes it. */
export function ChosenChips({ label, chosen, onRemove, onLastRemoved }: ChosenChipsProps) {
  const listRef = useRef<HTMLUListElement>(null)
  if (chosen.length === 0) return null

  const handleRemove = (id: string, index: number) => {
    flushSync(() => onRemove(id))
    const buttons = listRef.current?.querySelectorAll('button') ?? []
    // The next option has moved into the place of the removed one.
    const next = buttons[Math.min(index, buttons.length - 1)]
    if (next) next.focus()
    else onLastRemoved()
  }

  return (
    <ul ref={listRef} aria-label={label} className="flex flex-wrap gap-1.5">
      {chosen.map(({ id, label: name }, index) => (
        <li
          key={id}
          className="flex min-w-0 max-w-full items-center rounded-control bg-accent-soft pl-2.5 font-medium text-13"
        >
          <span className="truncate">{name}</span>
          <button
            type="button"
            aria-label={`Remove ${name}`}
            onClick={() => handleRemove(id, index)}
            className="grid size-7 shrink-0 place-items-center rounded-control text-muted hover:text-ink touch:size-11"
          >
            <X aria-hidden className="size-3.5" />
          </button>
        </li>
      ))}
    </ul>
  )
}
