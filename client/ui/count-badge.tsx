import { classNames } from './class-names.ts'

type CountBadgeProps = {
  count: number
  /** The highest number shown; a higher count shows as this number and a plus. */
  max?: number
  className?: string
}

/** Writes a count as its badge shows it. Labels use the same text, so that people who control the screen by voice can say what they see. */
export const shownCount = (count: number, max = 99) => (count > max ? `${max}+` : String(count))

/** The number of waiting items, shown on the link to them. The label of the link must include `shownCount`. Shows nothing for 0. */
export function CountBadge({ count, max, className }: CountBadgeProps) {
  if (count <= 0) return null
  return (
    <>
      {' '}
      <span
        aria-hidden
        data-outlined
        className={classNames(
          'grid h-5 min-w-5 place-items-center rounded-full bg-danger px-1 font-semibold text-12 text-on-danger',
          className,
        )}
      >
        {shownCount(count, max)}
      </span>
    </>
  )
}
