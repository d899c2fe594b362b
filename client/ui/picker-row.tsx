import Check from 'lucide-react/icons/check'
import { classNames } from './class-names.ts'

export type PickerOption = { id: string; label: string; detail?: string }

type PickerRowProps = {
  id: string
  option: PickerOption
  /** The one that Enter would take. */
  isActive: boolean
  isChosen: boolean
  isDisabled?: boolean
  onPick: () => void
}

/** One option of a list that belongs to a field: the focus stays in the field. */
export function PickerRow({ id, option, isActive, isChosen, isDisabled, onPick }: PickerRowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the keyboard works from the field, which keeps the focus.
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      aria-disabled={isDisabled || undefined}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
      className={classNames(
        'flex min-h-9 cursor-pointer items-center gap-3 px-3 py-1.5 hover:bg-sunken touch:min-h-11',
        'aria-disabled:cursor-not-allowed aria-disabled:text-muted',
        isActive && 'bg-sunken outline-2 outline-accent -outline-offset-2',
      )}
    >
      <Check aria-hidden className={classNames('size-4 shrink-0 text-accent', !isChosen && 'invisible')} />
      <span className="wrap-anywhere line-clamp-3 min-w-0">
        {option.label}
        {option.detail && <span className="text-13 text-muted"> {option.detail}</span>}
      </span>
    </div>
  )
}
