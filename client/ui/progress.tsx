import { useId } from 'react'
import { ProgressBar } from './progress-bar.tsx'

type ProgressProps = {
  label: string
  value: number
  /** With 0 the bar is empty. */
  max: number
}

export function Progress({ label, value, max }: ProgressProps) {
  const id = useId()
  const text = `${value} of ${max}`
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between gap-4 text-13">
        <span id={id} className="font-medium">
          {label}
        </span>
        <span className="text-muted tabular-nums">{text}</span>
      </div>
      <ProgressBar labelledBy={id} value={value} max={max} valueText={text} />
    </div>
  )
}
