/** A combination of keys, drawn like the keys of a keyboard. */
export function Kbd({ keys }: { keys: readonly string[] }) {
  return (
    <span className="inline-flex shrink-0 gap-1">
      {keys.map((key) => (
        <kbd
          key={key}
          className="grid h-5 min-w-5 place-items-center rounded-mark border border-line bg-sunken px-1 font-sans text-12 text-muted"
        >
          {key}
        </kbd>
      ))}
    </span>
  )
}
