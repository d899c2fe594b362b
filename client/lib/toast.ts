type ToastTone = 'neutral' | 'positive' | 'danger'

export type ToastContent = {
  title: string
  description?: string
  tone?: ToastTone
  /** An action that the toast offers, such as "Undo". A toast with an action stays longer. */
  action?: ToastAction
}

type ToastAction = { label: string; onSelect: () => void }

export type ShownToast = ToastContent & {
  id: number
  open: boolean
  /** The earlier toasts with an action that this toast replaced before they ended, the latest first. */
  covered: readonly ToastContent[]
}

// A newer toast replaces the older one, because users read neither of two toasts side by side.
const maxToasts = 1
/** How long a dismissed toast remains in the list. */
const removedAfterMs = 1_000_000

let toasts: readonly ShownToast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function update(next: readonly ShownToast[]) {
  toasts = next
  for (const notify of listeners) notify()
}

function show(content: ToastContent, covered: readonly ToastContent[]) {
  lastId += 1
  update([{ ...content, id: lastId, open: true, covered }, ...toasts].slice(0, maxToasts))
}

/**
 * Shows a message instead of the previous one, from anywhere. Needs <Toaster/> on the page. An earlier toast with an action comes back
 * after this message, and after the message of an action that was taken, so that several changes can be undone, the latest first.
 * A failure does not come back.
 */
export function toast(content: ToastContent): void {
  const [last] = toasts
  const canComeBack = last?.open && last.action && last.tone !== 'danger'
  const covered = canComeBack ? [last, ...last.covered] : (last?.covered ?? [])
  show(content, covered)
}

export function dismissToast(id: number): void {
  const ended = toasts.find((shown) => shown.id === id && shown.open)
  const [next, ...others] = ended && !ended.action ? ended.covered : []
  if (next) show(next, others)
  else if (ended) close(ended)
}

function close({ id }: ShownToast) {
  update(toasts.map((shown) => (shown.id === id ? { ...shown, open: false, covered: [] } : shown)))
  setTimeout(() => update(toasts.filter((shown) => shown.id !== id)), removedAfterMs)
}

/** Takes the action of a toast and closes the toast. Earlier toasts come back after the message that the action shows. */
export function takeAction(id: number): void {
  const taken = toasts.find((shown) => shown.id === id)
  update(toasts.map((shown) => (shown.id === id ? { ...shown, open: false } : shown)))
  taken?.action?.onSelect()
}

/** Removes an action that was taken elsewhere, for example in the row that it is about, and closes its toast. */
export function withdrawAction(action: ToastAction): void {
  const others = ({ action: other }: ToastContent) => other !== action
  update(toasts.map((shown) => ({ ...shown, covered: shown.covered.filter(others) })))
  const shown = toasts.find((each) => each.open && each.action === action)
  if (shown) close(shown)
}

export function readToasts(): readonly ShownToast[] {
  return toasts
}

/** Calls the listener after every change; returns a function that unsubscribes it. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
