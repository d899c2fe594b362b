import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'

const tones = {
  info: { icon: Info, ground: 'bg-info-soft', mark: 'text-info' },
  positive: { icon: CircleCheck, ground: 'bg-positive-soft', mark: 'text-positive' },
  caution: { icon: TriangleAlert, ground: 'bg-caution-soft', mark: 'text-caution' },
  danger: { icon: CircleAlert, ground: 'bg-danger-soft', mark: 'text-danger' },
}

type AlertProps = {
  tone?: keyof typeof tones
  title: string
  /** Describes the problem and what to do about it. */
  children?: ReactNode
  onRetry?: () => void
}

/** A message within the page. Screen readers announce a failure immediately. */
export function Alert({ tone = 'danger', title, children, onRetry }: AlertProps) {
  const { icon: Icon, ground, mark } = tones[tone]

  const handleRetry = ({ currentTarget }: MouseEvent) => {
    // The button disappears with the message, so the focus moves to the surrounding region.
    currentTarget.closest<HTMLElement>('[tabindex="-1"]')?.focus()
    onRetry?.()
  }

  return (
    <div
      role={tone === 'danger' ? 'alert' : undefined}
      className={classNames(
        'flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card p-4',
        ground,
      )}
    >
      <div className="flex min-w-0 flex-1 basis-64 gap-3">
        <Icon aria-hidden className={classNames('mt-0.5 size-5 shrink-0', mark)} />
        <div className="min-w-0">
          <p className="font-medium">{title}</p>
          {children && <div className="text-13">{children}</div>}
        </div>
      </div>
      {onRetry && <Button onClick={handleRetry}>Retry</Button>}
    </div>
  )
}
