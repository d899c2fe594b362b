import { dayLabel } from '#client/lib/day-label.ts'
import { classNames } from '#client/ui/class-names.ts'

type DayHeadingProps = {
  at: string
  /** The time of the entry above; undefined for the first one. */
  before: string | undefined
  now: Date
}

/** The day of an entry in a list by days, if the entry above is of another day. */
export function DayHeading({ at, before, now }: DayHeadingProps) {
  const label = dayLabel(at, now)
  if (before && dayLabel(before, now) === label) return null
  return <h3 className={classNames('pb-1 text-13 text-muted', before && 'pt-4')}>{label}</h3>
}
