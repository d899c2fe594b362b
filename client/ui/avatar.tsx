import { useState } from 'react'

type AvatarProps = {
  /** Address of the picture; without one, or when it does not load, the initials show. */
  src?: string | null | undefined
  initials: string
}

/** Hidden from screen readers, since the name is always beside it. */
export function Avatar({ src, initials }: AvatarProps) {
  const [brokenSrc, setBrokenSrc] = useState<string>()
  if (src && src !== brokenSrc) {
    return (
      <img
        src={src}
        alt=""
        onError={() => setBrokenSrc(src)}
        className="size-8 shrink-0 rounded-full bg-sunken object-cover"
      />
    )
  }
  return (
    <span
      aria-hidden
      className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-12 text-accent"
    >
      {initials}
    </span>
  )
}
