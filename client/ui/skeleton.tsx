import { classNames } from './class-names.ts'

/** Holds the place of what is loading; `className` gives it that thing's size. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames('animate-breathe rounded-control bg-line', className)} />
}
