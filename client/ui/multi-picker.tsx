import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { ChosenChips } from './chosen-chips.tsx'
import { Field } from './field.tsx'
import { matchesWords } from './matches-words.ts'
import { type PickerOption, PickerRow } from './picker-row.tsx'
import { TextInput } from './text-input.tsx'

type MultiPickerProps = {
  label: string
  /** Of the list of what is chosen. */
  chosenLabel: string
  placeholder: string
  /** Where the search finds nothing. */
  emptyText: string
  /** Undefined while they are on their way. */
  options: PickerOption[] | undefined
  value: string[]
  onChange: (ids: string[]) => void
  most: number
  /** Says that no more can be chosen. */
  fullText: string
  error?: string | undefined
}

// More are not read through, but searched.
const mostShown = 50

/**
 * Several of many: what is typed narrows the list below, arrows and Enter choose, and what is chosen stands above it
 * and can be taken out.
 */
export function MultiPicker(props: MultiPickerProps) {
  const { label, chosenLabel, placeholder, emptyText, options, value, onChange, most, fullText, error } =
    props
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [search, setSearch] = useState('')
  const [active, setActive] = useState(-1)

  const found =
    options?.filter((option) => matchesWords(`${option.label} ${option.detail ?? ''}`, search)) ?? []
  const shown = found.slice(0, mostShown)
  const isFull = value.length >= most
  const chosen = value.map((id) => options?.find((option) => option.id === id) ?? { id, label: '...' })
  const optionId = (index: number) => `${listId}-${index}`

  const toggle = (id: string) => {
    if (value.includes(id)) onChange(value.filter((chosenId) => chosenId !== id))
    else if (!isFull) onChange([...value, id])
  }

  const moveTo = (index: number) => {
    setActive(index)
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' })
  }

  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      const step = key === 'ArrowDown' ? 1 : -1
      if (shown.length > 0)
        moveTo((active + step + shown.length + (active < 0 && step < 0 ? 1 : 0)) % shown.length)
    } else if (key === 'Enter') {
      // Here it chooses; it must not send the form around.
      event.preventDefault()
      const option = shown[active] ?? (search && shown.length === 1 ? shown[0] : undefined)
      if (option) toggle(option.id)
    } else if (key === 'Backspace' && search === '' && value.length > 0) {
      onChange(value.slice(0, -1))
    }
  }

  return (
    <div className="grid grid-cols-1 gap-2">
      <Field label={label} required error={error} hint={isFull ? fullText : undefined}>
        <TextInput
          ref={input}
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={shown[active] ? optionId(active) : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={search}
          onChange={({ target }) => {
            setSearch(target.value)
            setActive(target.value ? 0 : -1)
          }}
          onKeyDown={handleKeyDown}
        />
      </Field>
      <ChosenChips
        label={chosenLabel}
        chosen={chosen}
        onRemove={toggle}
        onLastRemoved={() => input.current?.focus()}
      />
      <div className="overflow-clip rounded-control border border-line">
        <div
          ref={list}
          id={listId}
          role="listbox"
          aria-label={label}
          aria-multiselectable
          aria-busy={!options}
          className="max-h-56 overflow-y-auto overscroll-contain"
        >
          {shown.map((option, index) => (
            <PickerRow
              key={option.id}
              id={optionId(index)}
              option={option}
              isActive={index === active}
              isChosen={value.includes(option.id)}
              isDisabled={isFull && !value.includes(option.id)}
              onPick={() => {
                setActive(index)
                toggle(option.id)
              }}
            />
          ))}
        </div>
        <p role="status" className="px-3 text-13 text-muted [&:not(:empty)]:py-2">
          {!options
            ? 'Loading...'
            : shown.length === 0
              ? emptyText
              : found.length > shown.length && `${found.length - shown.length} more: type to find them`}
        </p>
      </div>
    </div>
  )
}
