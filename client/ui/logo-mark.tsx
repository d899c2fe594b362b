import { classNames } from './class-names.ts'

/** The logo of two linked rings, shown next to the product's name. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 32 32"
      fill="none"
      className={classNames('size-8 shrink-0', className)}
    >
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <g strokeWidth="2.5" className="stroke-on-accent">
        <circle cx="12.5" cy="16" r="6" />
        <circle cx="19.5" cy="16" r="6" />
      </g>
    </svg>
  )
}
