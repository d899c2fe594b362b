import type { LucideIcon } from 'lucide-react'
import { Children, type ComponentProps, cloneElement, isValidElement, type MouseEvent } from 'react'
import { classNames } from './class-names.ts'
import { type RenderDialog, useOpenDialog } from './dialog-host.tsx'
import { Spinner } from './loading.tsx'

const variants = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  secondary: 'border border-control bg-surface text-ink hover:bg-sunken',
  quiet: 'text-ink hover:bg-sunken',
  danger: 'bg-danger text-on-danger hover:bg-danger-strong',
}

const sizes = {
  low: 'min-h-6 gap-1.5 px-2 text-13',
  small: 'min-h-8 gap-1.5 px-2.5 py-1 text-13',
  regular: 'min-h-9 gap-2 px-3.5 py-1 text-15',
  large: 'min-h-11 gap-2 px-5 py-2 text-15',
  icon: 'size-9 touch:size-11',
}

type ButtonProps = ComponentProps<'button'> & {
  /** The look of the button. A screen has at most one primary button, for the most important action. */
  variant?: keyof typeof variants
  size?: keyof typeof sizes
  /** The dialog that the button opens. */
  opens?: RenderDialog
  /** The icon before the text; the spinner replaces it. */
  icon?: LucideIcon
  /**
   * Whether work is in progress: the button then shows a spinner and ignores clicks, but stays focusable. If this is set, even to false,
   * the second click of a double click is ignored, since it may arrive before the button renders as pending.
   */
  pending?: boolean
  /** Whether to render the single child, such as a link, with the look of the button. */
  asChild?: boolean
}

export function Button({
  variant = 'secondary',
  size = 'regular',
  icon: Icon,
  opens,
  pending,
  asChild = false,
  className,
  children,
  onClick,
  ...props
}: ButtonProps) {
  const openDialog = useOpenDialog()
  const buttonClassName = classNames(
    'inline-flex shrink-0 select-none items-center justify-center rounded-control text-center font-medium touch:min-h-11',
    'disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-muted aria-disabled:cursor-progress aria-disabled:opacity-70',
    variants[variant],
    sizes[size],
    className,
  )
  const shownIcon = Icon && <Icon aria-hidden className="size-4" />
  if (asChild) {
    const child = Children.only(children)
    if (!isValidElement<ComponentProps<'button'>>(child)) return null
    const merged = { ...props, onClick, ...child.props }
    const className = classNames(buttonClassName, child.props.className)
    const asButton = { ...merged, className, 'data-button': '' } as ComponentProps<'button'>
    return cloneElement(child, asButton, shownIcon, child.props.children)
  }

  // `disabled` is not used because the button would lose the focus. Canceling the click also prevents Enter from submitting the form.
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    const isRepeated = pending !== undefined && event.detail > 1
    if (pending || isRepeated) return event.preventDefault()
    onClick?.(event)
    if (opens) openDialog(opens)
  }

  return (
    <button
      type="button"
      {...props}
      className={buttonClassName}
      onClick={handleClick}
      aria-haspopup={opens && 'dialog'}
      aria-disabled={pending || props['aria-disabled']}
    >
      {pending ? <Spinner /> : shownIcon}
      {children}
    </button>
  )
}

type IconButtonProps = Omit<ButtonProps, 'size' | 'asChild' | 'aria-label'> & {
  /** The description of the action for screen readers. */
  label: string
}

export function IconButton({ label, variant = 'quiet', ...props }: IconButtonProps) {
  return <Button {...props} variant={variant} size="icon" aria-label={label} />
}
