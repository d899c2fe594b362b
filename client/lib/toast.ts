type ToastTone = 'neutral' | 'positive' | 'danger'

export type ToastContent = {
  title: string
  description?: string
  tone?: ToastTone
  /** Such as "Undo". The toast with it stays longer. */
  action?: { label: string; onSelect: () => void }
}

export type ShownToast = ToastContent & { id: number; open: boolean }

// A newer message replaces the older: of two side by side neither is read.
const maxToasts = 1
/** How long a dismissed toast is stored. */
const removedAfterMs = 1_000_000

let toasts: readonly ShownToast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function update(next: readonly ShownToast[]) {
  toasts = next
  for (const notify of listeners) notify()
}

/** Shows a message instead of the one before, from anywhere. Needs <Toaster/> on the page. */
export function toast(content: ToastContent): void {
  lastId += 1
  update([{ ...content, id: lastId, open: true }, ...toasts].slice(0, maxToasts))
}

export function dismissToast(id: number): void {
  update(toasts.map((shown) => (shown.id === id ? { ...shown, open: false } : shown)))
  setTimeout(() => update(toasts.filter((shown) => shown.id !== id)), removedAfterMs)
}

export function readToasts(): readonly ShownToast[] {
  return toasts
}

/** Calls the listener after every change; returns a function that unsubscribes it. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
