import { Spinner } from './spinner.tsx'

/** Fills the place of what is on its way, so that the page does not jump when it comes. */
export function Loading() {
  return (
    <div role="status" className="flex min-h-64 items-center justify-center gap-2 text-muted">
      <Spinner className="text-accent" />
      Loading...
    </div>
  )
}
