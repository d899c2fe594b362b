type BarProps = {
  label: string
  value: number
  /** The value of a full bar; with 0, the bar is empty. */
  max: number
}

/**
 * A progress bar. The visible text must be next to it.
 * @param valueText the value for screen readers, such as "2 MB of 5 MB"
 */
export function ProgressBar({ label, value, max, valueText }: BarProps & { valueText: string }) {
  const part = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  return (
    <div
      role="progressbar"
      aria-label={label}
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
