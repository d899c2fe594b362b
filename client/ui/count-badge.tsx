import { classNames } from './class-names.ts'

type CountBadgeProps = {
  count: number
  /** The highest number shown; a higher count shows as this number and a plus. */
  max?: number
  className?: string
}

/** The number of waiting items, shown on the link to them. The label of the link must include the count. Shows nothing for 0. */
export function CountBadge({ count, max = 99, className }: CountBadgeProps) {
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
        {count > max ? `${max}+` : count}
      </span>
    </>
  )
}
