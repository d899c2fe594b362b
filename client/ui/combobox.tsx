import { Combobox as BaseCombobox } from '@base-ui/react/combobox'
import { Check, ChevronsUpDown } from 'lucide-react'
import { type ComponentProps, useEffect, useRef } from 'react'
import { formatNumber } from '#client/lib/format.ts'
import { isOfInputMethod } from '#client/lib/input-method.ts'
import { useEarlyEnter } from '#client/lib/use-early-enter.ts'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { TextInput, useFieldControl } from './field.tsx'

export type ComboboxOption = { id: string; label: string; detail?: string }

/** The options of the current search. */
export type ComboboxOptions = {
  /** The options to show; undefined until the first ones have loaded. */
  options: ComboboxOption[] | undefined
  /** Whether the options match the typed text. If not, Enter waits for the matching options, while a click chooses the clicked option. */
  isCurrent: boolean
  /** How many further options a narrower search would show. */
  moreCount: number
  /** Loads the options again; set when they could not be loaded. */
  onRetry?: (() => void) | undefined
}

type ComboboxProps = {
  /** The label of the list, and of the control if no surrounding Field has a label. */
  label: string
  placeholder: string
  /** The text that shows when the search finds nothing. */
  emptyText: string
  /** The chosen option; null while nothing is chosen. If there is an option with an empty id, it then shows as chosen. */
  value: ComboboxOption | null
  onChange: (option: ComboboxOption) => void
  /** The typed search; null while the list is closed. */
  search: string | null
  onSearch: (search: string | null) => void
  found: ComboboxOptions
  maxLength?: number
}

/** A control that chooses one of many options. The caller searches while the user types. Leaving without a choice changes nothing. */
export function Combobox(props: ComboboxProps) {
  const { label, placeholder, emptyText, value, onChange, search, onSearch, found, maxLength } = props
  const containerRef = useRef<HTMLDivElement>(null)
  const inputRef = useRef<HTMLInputElement>(null)
  const control = useFieldControl()
  const isOpen = search !== null
  const options = found.options ?? []

  // Base UI's own Popup would hide the surrounding page from screen readers but not from Tab (mui/base-ui issue 5528). A plain <div>
  // replaces it, so this code must finish the closing.
  const actionsRef = useRef<BaseCombobox.Root.Actions>(null)
  useEffect(() => {
    if (!isOpen) actionsRef.current?.unmount()
  }, [isOpen])

  const chooseWhenFound = useEarlyEnter(search, found.isCurrent, () => {
    const [first] = options
    if (!first) return
    onChange(first)
    onSearch(null)
  })

  const handleKeyDown: InputProps['onKeyDown'] = (event) => {
    if (isOfInputMethod(event)) return event.preventBaseUIHandler()
    const { key } = event
    // Otherwise, Enter would submit the form while the search finds nothing.
    if (key === 'Enter' && isOpen) event.preventDefault()
    if (key === 'Enter' && isOpen && !found.isCurrent) {
      event.preventBaseUIHandler()
      if (!found.onRetry) chooseWhenFound(event)
    }
    if (key === 'Enter' && options.length === 0) event.preventBaseUIHandler()
    // Otherwise, Base UI would clear the value, and the surrounding dialog would stay open.
    if (key === 'Escape' && !isOpen) event.preventBaseUIHandler()
    if (key === 'Tab' && isOpen) onSearch(null)
    // Typing replaces the chosen label.
    if (!isOpen && isTyping(event)) event.currentTarget.select()
  }

  return (
    <BaseCombobox.Root
      items={options}
      filter={null}
      autoHighlight
      actionsRef={actionsRef}
      value={value ?? options.find(({ id }) => id === '') ?? null}
      onValueChange={(option, details) => {
        if (!found.isCurrent && !isPointed(details.event)) details.cancel()
        else if (option) onChange(option)
      }}
      isItemEqualToValue={(option, chosen) => option.id === chosen.id}
      itemToStringLabel={(option) => option.label}
      open={isOpen}
      onOpenChange={(open, { reason }) => {
        if (reason !== 'input-change') onSearch(open ? '' : null)
      }}
      inputValue={search ?? value?.label ?? ''}
      onInputValueChange={(text, { reason }) => {
        if (reason === 'input-change') onSearch(text)
      }}
    >
      <div ref={containerRef} className="relative min-w-0">
        <BaseCombobox.Input
          ref={inputRef}
          {...control}
          aria-label={label}
          maxLength={maxLength}
          placeholder={value?.label ?? placeholder}
          title={value?.label}
          onKeyDown={handleKeyDown}
          render={<TextInput className="truncate pr-9" />}
        />
        <ChevronsUpDown
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-muted"
        />
      </div>
      <BaseCombobox.Portal container={containerRef}>
        <BaseCombobox.Positioner
          positionMethod="fixed"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="z-50"
        >
          <div
            className={
              'flex max-h-[min(20rem,var(--available-height))] flex-col overflow-clip ' +
              'w-(--anchor-width) rounded-card border border-line bg-raised shadow-float'
            }
          >
            <BaseCombobox.List
              aria-label={label}
              aria-busy={!found.isCurrent}
              className={classNames(
                'min-h-0 overflow-y-auto overscroll-contain',
                !found.isCurrent && 'opacity-60',
              )}
            >
              {(option: ComboboxOption) => <ComboboxItem key={option.id} option={option} value={option} />}
            </BaseCombobox.List>
            <BaseCombobox.Empty className="px-3 text-13 text-muted not-empty:py-2">
              {!found.onRetry && (found.isCurrent ? emptyText : 'Loading...')}
            </BaseCombobox.Empty>
            <BaseCombobox.Status className="flex items-center justify-between gap-3 px-3 text-13 text-muted not-empty:py-2">
              {found.onRetry ? (
                <>
                  The list could not be loaded.
                  <Button
                    size="small"
                    onClick={() => {
                      // The button disappears with the message, so the focus moves to the input.
                      inputRef.current?.focus()
                      found.onRetry?.()
                    }}
                  >
                    Retry
                  </Button>
                </>
              ) : (
                found.moreCount > 0 && `${formatNumber(found.moreCount)} more. Type to search.`
              )}
            </BaseCombobox.Status>
          </div>
        </BaseCombobox.Positioner>
      </BaseCombobox.Portal>
    </BaseCombobox.Root>
  )
}

type InputProps = ComponentProps<typeof BaseCombobox.Input>

const isTyping = ({ key, ctrlKey, metaKey }: { key: string; ctrlKey: boolean; metaKey: boolean }) =>
  (key.length === 1 && !ctrlKey && !metaKey) || key === 'Backspace' || key === 'Delete'

// Enter also triggers a click on the highlighted item, but with `detail` 0.
const isPointed = (event: Event) => event instanceof MouseEvent && event.detail > 0

type ComboboxItemProps = { option: ComboboxOption } & Pick<
  ComponentProps<typeof BaseCombobox.Item>,
  'value' | 'disabled' | 'onClick'
>

/** One option in a list of Base UI's Combobox or Autocomplete. */
export function ComboboxItem({ option: { label, detail }, ...item }: ComboboxItemProps) {
  return (
    <BaseCombobox.Item
      {...item}
      className={
        'group/option flex min-h-9 cursor-pointer items-center gap-3 px-3 py-1.5 touch:min-h-11 ' +
        'data-disabled:cursor-not-allowed data-disabled:text-muted ' +
        'data-highlighted:bg-sunken data-highlighted:outline-2 data-highlighted:outline-accent data-highlighted:-outline-offset-2'
      }
    >
      <Check
        aria-hidden
        className="invisible size-4 shrink-0 text-accent group-data-selected/option:visible"
      />
      <span className="wrap-anywhere line-clamp-3 min-w-0">
        {label}
        {detail && <span className="text-13 text-muted"> {detail}</span>}
      </span>
    </BaseCombobox.Item>
  )
}
