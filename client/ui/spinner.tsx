import { LoaderCircle } from 'lucide-react'
import { classNames } from './class-names.ts'

/** The turning ring alone, for where the text already names what is going on. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={classNames('size-4 shrink-0 animate-spin', className)} />
}
