import { classNames } from './class-names.ts'

/** A placeholder for content that is loading; `className` gives it that content's size. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames('animate-breathe rounded-control bg-line', className)} />
}
