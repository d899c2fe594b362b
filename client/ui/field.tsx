import { ChevronDown } from 'lucide-react'
import { type ComponentProps, createContext, type ReactNode, use, useId } from 'react'
import { classNames } from './class-names.ts'

/**
 * The class names of every control for text or a choice. On a phone, the text is 17 px, because Safari zooms into a field whose text is
 * smaller than 16 px.
 */
export const controlClassName =
  'w-full min-w-0 rounded-control border border-control bg-surface text-15 text-ink placeholder:text-muted touch:text-17 ' +
  'focus-visible:-outline-offset-1 aria-invalid:border-danger aria-invalid:inset-ring aria-invalid:inset-ring-danger ' +
  'disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-muted'

type FieldControl = {
  id?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
  'aria-required'?: true | undefined
}

const FieldControlContext = createContext<FieldControl>({})

/** Returns the props that connect a control to the label, hint and error of the surrounding Field; empty outside of a Field. */
export function useFieldControl(): FieldControl {
  return use(FieldControlContext)
}

export type FieldTexts = {
  label: string
  /** The id of the control or group, which an error summary links to. */
  id?: string
  required?: boolean
  /** Whether only screen readers get the label, because the context shows what the control is for. */
  isLabelHidden?: boolean
  hint?: ReactNode
  error?: string | undefined
}

/** Returns the ids of a field's parts, and for `aria-describedby` the ids of the visible hint and error. */
export function useFieldIds({ id: givenId, hint, error }: Omit<FieldTexts, 'label'>) {
  const ownId = useId()
  const id = givenId ?? ownId
  const [labelId, hintId, errorId] = [`${id}-label`, `${id}-hint`, `${id}-error`]
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(' ') || undefined
  return { id, labelId, hintId, errorId, describedBy }
}

/**
 * A label, a single control (TextInput, TextArea or Select), its hint and its error. The hint is below the control, so that controls next
 * to each other are aligned.
 */
export function Field({ children, ...field }: FieldTexts & { children: ReactNode }) {
  const { label, required, isLabelHidden, hint, error } = field
  const { id, hintId, errorId, describedBy } = useFieldIds(field)
  const control = {
    id,
    'aria-describedby': describedBy,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-required': required || undefined,
  }
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'font-medium text-13'}>
        {label}
        {required && <RequiredMark />}
      </label>
      <FieldControlContext value={control}>{children}</FieldControlContext>
      {hint && <FieldHint id={hintId}>{hint}</FieldHint>}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}

/** The label of a control that a <label> cannot name; the control refers to this label with `aria-labelledby`. */
export function GroupLabel({ id, label, required }: { id: string } & Pick<FieldTexts, 'label' | 'required'>) {
  return (
    <span id={id} className="font-medium text-13">
      {label}
      {required && <RequiredMark />}
    </span>
  )
}

/** The asterisk of a required field. It is hidden from screen readers, since the control itself is marked as required. */
function RequiredMark() {
  return (
    <span aria-hidden className="text-danger">
      {' *'}
    </span>
  )
}

export function FieldHint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="text-13 text-muted">
      {children}
    </p>
  )
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="font-medium text-13 text-danger">
      {children}
    </p>
  )
}

export function TextInput({ className, ...props }: ComponentProps<'input'>) {
  const control = useFieldControl()
  return (
    <input
      type="text"
      {...control}
      {...props}
      className={classNames(controlClassName, 'h-9 text-ellipsis px-3 touch:h-11', className)}
    />
  )
}

/** A text area of at least `rows` lines, which grows with its text in browsers that support that, up to a limit such as `max-h-36`. */
export function TextArea({ className, rows = 3, ...props }: ComponentProps<'textarea'>) {
  const control = useFieldControl()
  return (
    <textarea
      rows={rows}
      {...control}
      {...props}
      // With `field-sizing: content`, browsers ignore `rows`.
      style={{ minHeight: `calc(${rows}lh + 1rem + 2px)` }}
      className={classNames(controlClassName, 'field-sizing-content resize-y px-3 py-2', className)}
    />
  )
}

/** The browser's own select, which works best on phones. The children are <option> elements. */
export function Select({ className, ...props }: ComponentProps<'select'>) {
  const control = useFieldControl()
  return (
    <span className={classNames('relative block', className)}>
      <select
        {...control}
        {...props}
        className={classNames(controlClassName, 'h-9 appearance-none text-ellipsis pr-8 pl-3 touch:h-11')}
      />
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-muted"
      />
    </span>
  )
}
