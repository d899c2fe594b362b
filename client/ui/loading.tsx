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

/** A spinner without text, for use next to a text that says what is happening. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={classNames('size-4 shrink-0 animate-spin', className)} />
}

const lineWidths = ['w-full', 'w-11/12', 'w-4/5', 'w-full', 'w-3/5']
const maxLines = Array.from({ length: 40 })

/** A placeholder for a text or a form: a heading and as many lines as fit into the height that `className` sets. */
export function TextSkeleton({ className }: { className: string }) {
  return (
    <div aria-hidden className={classNames('animate-breathe overflow-clip', className)}>
      <div className="h-5 w-2/5 rounded-control bg-line" />
      {maxLines.map((_, line) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing else, and never change
          key={line}
          className={classNames('mt-3 h-3.5 rounded-control bg-line', lineWidths[line % lineWidths.length])}
        />
      ))}
    </div>
  )
}

/** A placeholder for a card; `className` sets its height. */
export function CardSkeleton({ className }: { className: string }) {
  return (
    <div
      aria-hidden
      className={classNames('overflow-clip rounded-card border border-line bg-surface', className)}
    >
      <TextSkeleton className="m-4 h-full sm:m-5" />
    </div>
  )
}

/** A placeholder for content that is loading; `className` sets its size. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames('animate-breathe rounded-control bg-line', className)} />
}
