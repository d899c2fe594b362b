import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { Popover } from 'radix-ui'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { type PickerOption, PickerRow } from './picker-row.tsx'
import { TextInput } from './text-input.tsx'

/** What is there to choose from now. */
export type ComboboxOptions = {
  /** Undefined until the first have come. */
  options: PickerOption[] | undefined
  /** Whether they are those of what is typed: before that, none of them can be chosen. */
  isSettled: boolean
  /** How many further ones there are that only a narrower search brings. */
  more: number
  /** There when they could not be loaded. */
  onRetry?: (() => void) | undefined
}

type ComboboxProps = {
  /** Of the list, and of the control where no Field around it has a label. */
  label: string
  placeholder: string
  /** Where the search finds nothing. */
  emptyText: string
  /** Null while nothing is chosen, which an option with an empty id stands for, where there is one. */
  value: PickerOption | null
  onChange: (option: PickerOption) => void
  /** What is typed to find something; null while the list is closed. */
  search: string | null
  onSearch: (search: string | null) => void
  found: ComboboxOptions
  maxLength?: number
}

/**
 * One of many, which are searched elsewhere as one types. The list opens by a click, by typing or by the arrows; arrows and
 * Enter choose, Escape and leaving it change nothing.
 */
export function Combobox(props: ComboboxProps) {
  const { label, placeholder, emptyText, value, onChange, search, onSearch, found, maxLength } = props
  const listId = useId()
  const place = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  // The id of the option that the arrows have come to; undefined until they are used.
  const [reached, setReached] = useState<string>()

  const isOpen = search !== null
  const chosenId = value?.id ?? ''
  const shown = found.options ?? []
  // What is typed means the first that it finds; an open list by itself what is chosen.
  const usual = search ? 0 : shown.findIndex(({ id }) => id === chosenId)
  const reachedIndex = shown.findIndex(({ id }) => id === reached)
  const active = reachedIndex >= 0 ? reachedIndex : usual
  const optionId = (index: number) => `${listId}-${index}`

  const setSearch = (text: string | null) => {
    setReached(undefined)
    onSearch(text)
  }
  const open = () => {
    if (!isOpen) setSearch('')
  }

  const choose = (option: PickerOption | undefined) => {
    if (!option || !found.isSettled) return
    setSearch(null)
    onChange(option)
  }

  const step = (by: 1 | -1) => {
    if (!isOpen) return open()
    if (shown.length === 0) return
    const from = active < 0 && by < 0 ? 0 : active
    const next = (from + by + shown.length) % shown.length
    setReached(shown[next]?.id)
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' })
  }

  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      step(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Enter' && isOpen) {
      // Here it chooses; it must not send the form around.
      event.preventDefault()
      choose(shown[active])
    } else if (event.key === 'Tab' && isOpen) {
      setSearch(null)
    } else if (!isOpen && isTyping(event)) {
      // What is typed takes the place of what is chosen.
      event.currentTarget.select()
    }
  }

  return (
    <Popover.Root open={isOpen} onOpenChange={(next) => !next && setSearch(null)}>
      <Popover.Anchor asChild>
        <div ref={place} className="relative min-w-0">
          <TextInput
            ref={input}
            role="combobox"
            aria-label={label}
            aria-expanded={isOpen}
            aria-controls={isOpen ? listId : undefined}
            aria-autocomplete="list"
            aria-activedescendant={isOpen && shown[active] ? optionId(active) : undefined}
            autoComplete="off"
            spellCheck={false}
            maxLength={maxLength}
            // Who looks for another still sees what is chosen.
            placeholder={value?.label ?? placeholder}
            title={value?.label}
            value={search ?? value?.label ?? ''}
            onChange={({ target }) => setSearch(target.value)}
            onClick={open}
            onKeyDown={handleKeyDown}
            className="truncate pr-9"
          />
          <ChevronsUpDown
            aria-hidden
            className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-muted"
          />
        </div>
      </Popover.Anchor>
      <Popover.Content
        {...noDialog}
        align="start"
        sideOffset={4}
        collisionPadding={8}
        onOpenAutoFocus={(event) => event.preventDefault()}
        onCloseAutoFocus={(event) => event.preventDefault()}
        onInteractOutside={(event) => {
          if (event.target instanceof Node && place.current?.contains(event.target)) event.preventDefault()
        }}
        className={
          'z-50 flex max-h-[min(20rem,var(--radix-popover-content-available-height))] flex-col overflow-clip ' +
          'w-(--radix-popover-trigger-width) rounded-card border border-line bg-raised shadow-float'
        }
      >
        <div
          ref={list}
          id={listId}
          role="listbox"
          aria-label={label}
          aria-busy={!found.isSettled}
          tabIndex={-1}
          className={classNames(
            'min-h-0 overflow-y-auto overscroll-contain',
            !found.isSettled && 'opacity-60',
          )}
        >
          {shown.map((option, index) => (
            <PickerRow
              key={option.id}
              id={optionId(index)}
              option={option}
              isActive={index === active}
              isChosen={option.id === chosenId}
              onPick={() => choose(option)}
            />
          ))}
        </div>
        <Outcome found={found} emptyText={emptyText} onRetried={() => input.current?.focus()} />
      </Popover.Content>
    </Popover.Root>
  )
}

// As which Radix has it: here the list in it belongs to the field.
const noDialog = { role: undefined }

const isTyping = ({ key, ctrlKey, metaKey }: KeyboardEvent) =>
  (key.length === 1 && !ctrlKey && !metaKey) || key === 'Backspace' || key === 'Delete'

type OutcomeProps = { found: ComboboxOptions; emptyText: string; onRetried: () => void }

/** What the list itself does not say. */
function Outcome({ found: { options, isSettled, more, onRetry }, emptyText, onRetried }: OutcomeProps) {
  const handleRetry = () => {
    // The button goes away with the message.
    onRetried()
    onRetry?.()
  }

  return (
    <div
      role="status"
      className="flex items-center justify-between gap-3 border-line px-3 text-13 text-muted not-empty:py-2"
    >
      {onRetry ? (
        <>
          The list could not be loaded.
          <Button size="small" onClick={handleRetry}>
            Retry
          </Button>
        </>
      ) : !options || (!isSettled && options.length === 0) ? (
        'Loading...'
      ) : options.length === 0 ? (
        emptyText
      ) : (
        more > 0 && `${more.toLocaleString('en-US')} more: type to find them`
      )}
    </div>
  )
}
