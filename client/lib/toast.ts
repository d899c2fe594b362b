type ToastTone = 'neutral' | 'positive' | 'danger'

export type ToastContent = { title: string; description?: string; tone?: ToastTone }

export type ShownToast = ToastContent & { id: number; open: boolean }

// One at a time: a second message that covers the first is read, two side by side are not.
const limit = 1
/** How long a dismissed toast is kept, in milliseconds. */
const removedAfterMs = 1_000_000

let toasts: readonly ShownToast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function update(next: readonly ShownToast[]) {
  toasts = next
  for (const notify of listeners) notify()
}

/** Shows a message, in the place of the one before, from anywhere. Needs <Toaster/> on the page. */
export function toast(content: ToastContent): void {
  lastId += 1
  update([{ ...content, id: lastId, open: true }, ...toasts].slice(0, limit))
}

export function dismissToast(id: number): void {
  update(toasts.map((shown) => (shown.id === id ? { ...shown, open: false } : shown)))
  setTimeout(() => update(toasts.filter((shown) => shown.id !== id)), removedAfterMs)
}

export function readToasts(): readonly ShownToast[] {
  return toasts
}

/** Calls back after every change; answers the way to stop it. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
