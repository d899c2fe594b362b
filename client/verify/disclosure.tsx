import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

/** A part of a card that opens with a click. */
export const Disclosure = ({ summary, children }: { summary: string; children: ReactNode }) => (
  <details className="group">
    <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 px-4 py-2 font-medium text-13 text-muted hover:text-ink focus-visible:-outline-offset-2 sm:px-6 [&::-webkit-details-marker]:hidden">
      <ChevronRight aria-hidden className="size-4 shrink-0 transition-transform group-open:rotate-90" />
      {summary}
    </summary>
    <div className="px-4 pb-4 sm:px-6 sm:pb-6">{children}</div>
  </details>
)
