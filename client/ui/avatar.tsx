import { useState } from 'react'
import { classNames } from './class-names.ts'

type AvatarProps = {
  /** The address of the picture. The initials show if there is none, if it is on another site, or if it does not load. */
  src?: string | null | undefined
  initials: string
  size?: keyof typeof sizes
}

const sizes = { mini: 'size-5 text-12', small: 'size-8 text-12', large: 'size-16 text-20' }

// A base for the portal's relative addresses; the server also renders avatars and has no location.
const thisSite = 'http://portal.invalid'

// A picture on another site would reveal to that site who uses the portal and when. The Content-Security-Policy also forbids it.
const isOfThisSite = (address: string) => URL.parse(address, thisSite)?.origin === thisSite

/** A user's picture or initials, hidden from screen readers because the name is next to it. The initials are CSS content, not text. */
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
        'grid shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent in-aria-selected:bg-surface',
      )}
    />
  )
}
