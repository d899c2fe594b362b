import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const tones = {
  neutral: 'bg-sunken text-muted',
  positive: 'bg-positive-soft text-positive',
  caution: 'bg-caution-soft text-caution',
  danger: 'bg-danger-soft text-danger',
  info: 'bg-info-soft text-info',
}

export type BadgeTone = keyof typeof tones

/** A status as text, with a dot and a color that make it easy to find. */
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      data-outlined
      className={classNames(
        'inline-flex h-6 shrink-0 items-center gap-1.5 whitespace-nowrap rounded-full px-2.5 font-medium text-12',
        tones[tone],
      )}
    >
      <span aria-hidden data-dot className="size-1.5 rounded-full bg-current" />
      {children}
    </span>
  )
}
