// In a table each row is as high as the others: the rest of a long text shows on hover, and in the details.
const rowLineClassName = 'block md:truncate max-md:wrap-anywhere max-md:line-clamp-3'

export const OneLine = ({ children }: { children: string }) => (
  <span title={children} className={`${rowLineClassName} min-w-0`}>
    {children}
  </span>
)

/** A name with details below it. */
export function TwoLines({
  first,
  second,
  whole,
}: {
  first: string
  second: string | null
  whole?: boolean
}) {
  const lineClassName = whole ? 'block wrap-anywhere' : rowLineClassName
  return (
    <span className="min-w-0 leading-5">
      <span title={first} className={lineClassName}>
        {first}
      </span>
      {second && (
        <span title={second} className={`${lineClassName} font-normal text-13 text-muted`}>
          {second}
        </span>
      )}
    </span>
  )
}
