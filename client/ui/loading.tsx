import { LoaderCircle } from 'lucide-react'
import { classNames } from './class-names.ts'

/** Fills the space of content that is loading, so that the page does not jump when it arrives. */
export function Loading() {
  return (
    <div role="status" className="flex min-h-64 items-center justify-center gap-2 text-muted">
      <Spinner className="text-accent" />
      Loading...
    </div>
  )
}

/** The turning ring alone, for where the text already names what is going on. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={classNames('size-4 shrink-0 animate-spin', className)} />
}

/** In the place of a card that is loading; `className` gives it a height. */
export function CardSkeleton({ className }: { className: string }) {
  return (
    <div
      aria-hidden
      className={classNames('animate-breathe rounded-card border border-line bg-surface', className)}
    />
  )
}

/** A placeholder for content that is loading; `className` gives it that content's size. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames('animate-breathe rounded-control bg-line', className)} />
}
