import { useState } from 'react'
import { classNames } from './class-names.ts'

type AvatarProps = {
  /** Address of the picture; without one, for one of another site, or when it does not load, the initials show. */
  src?: string | null | undefined
  initials: string
  size?: keyof typeof sizes
}

const sizes = { small: 'size-8 text-12', large: 'size-16 text-20' }

// Stands for the portal's own, whose addresses go without one: the server, which renders too, has no location.
const thisSite = 'http://portal.invalid'

// Another site would learn who uses the portal and when. The content security policy refuses it, too.
const isOfThisSite = (address: string) => URL.parse(address, thisSite)?.origin === thisSite

/** Hidden from screen readers, since the name is always beside it. Initials are drawn like a picture: they are no label that one could say. */
export function Avatar({ src, initials, size = 'small' }: AvatarProps) {
  const [brokenSrc, setBrokenSrc] = useState<string>()
  if (src && isOfThisSite(src) && src !== brokenSrc) {
    return (
      <img
        src={src}
        alt=""
        onError={() => setBrokenSrc(src)}
        className={classNames(sizes[size], 'shrink-0 rounded-full bg-sunken object-cover')}
      />
    )
  }
  return (
    <span
      aria-hidden
      data-initials={initials}
      className={classNames(
        sizes[size],
        'before:content-[attr(data-initials)]',
        'grid shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent',
      )}
    />
  )
}
