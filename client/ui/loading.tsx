import { Spinner } from './spinner.tsx'

/** Fills the space of content that is loading, so that the page does not jump when it arrives. */
export function Loading() {
  return (
    <div role="status" className="flex min-h-64 items-center justify-center gap-2 text-muted">
      <Spinner className="text-accent" />
      Loading...
    </div>
  )
}
