type BarProps = {
  label: string
  value: number
  /** With 0 the bar is empty. */
  max: number
}

/** A bar with its label and numbers above it. */
export function Progress(bar: BarProps) {
  const text = `${bar.value} of ${bar.max}`
  return (
    <div className="grid gap-1.5">
      <div aria-hidden className="flex items-baseline justify-between gap-4 text-13">
        <span className="font-medium">{bar.label}</span>
        <span className="text-muted tabular-nums">{text}</span>
      </div>
      <ProgressBar {...bar} valueText={text} />
    </div>
  )
}

/**
 * The bar alone, for where the text is beside it.
 * @param valueText for screen readers, such as "2 MB of 5 MB"
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
