// A name of normal length is shown completely. A very long text is cut, and shows completely on hover and in the details.
export const rowTextClassName = 'wrap-anywhere line-clamp-3 min-w-0 md:leading-5 xl:line-clamp-2'

export const RowText = ({ children }: { children: string }) => (
  <span title={children} className={rowTextClassName}>
    <Wrapping>{children}</Wrapping>
  </span>
)

/** A text that wraps after the @ of an email address rather than within a word. */
export const Wrapping = ({ children }: { children: string }) => {
  const [name, ...domain] = children.split('@')
  if (domain.length !== 1) return children
  return (
    <>
      {name}@<wbr />
      {domain}
    </>
  )
}

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
  const lineClassName = whole ? 'block wrap-anywhere' : rowTextClassName
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
