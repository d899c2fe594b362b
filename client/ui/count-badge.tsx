import { classNames } from './class-names.ts'

type CountBadgeProps = {
  count: number
  /** More than this is shown as this and a plus. */
  max?: number
  className?: string
}

/** How many wait, as a mark on what leads to them; its text is said by that. Nothing shows for none. */
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
