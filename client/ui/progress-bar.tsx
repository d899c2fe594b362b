type ProgressBarProps = {
  value: number
  /** With 0 the bar is empty. */
  max: number
  /** What a screen reader says of it, such as "2 MB of 5 MB". */
  valueText: string
} & ({ label: string; labelledBy?: undefined } | { labelledBy: string; label?: undefined })

/** How far something has come, as a bar alone: the words stand beside it. */
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
