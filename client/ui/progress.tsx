import { useId } from 'react'

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

type ProgressBarProps = {
  value: number
  /** With 0 the bar is empty. */
  max: number
  /** The text for screen readers, such as "2 MB of 5 MB". */
  valueText: string
} & ({ label: string; labelledBy?: undefined } | { labelledBy: string; label?: undefined })

/** The bar alone, for where the text is beside it. */
export function ProgressBar({ value, max, valueText, label, labelledBy }: ProgressBarProps) {
  const part = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-labelledby={labelledBy}
      aria-valuemin={0}
      aria-valuemax={Math.max(1, max)}
      aria-valuenow={value}
      aria-valuetext={valueText}
      className="h-2 overflow-clip rounded-full bg-line"
    >
      <div
        className="h-full rounded-full bg-accent transition-transform"
        style={{ transform: `translateX(${(part - 1) * 100}%)` }}
      />
    </div>
  )
}
