import { Fragment } from 'react'
import { findLinks } from './find-links.ts'

/** Plain text, never markup, in which web addresses are links. */
export function LinkedText({ text }: { text: string }) {
  let position = 0
  return findLinks(text).map(({ text, href }) => {
    position += text.length
    if (href === null) return <Fragment key={position}>{text}</Fragment>
    return (
      <a
        key={position}
        href={href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="underline underline-offset-2 focus-visible:outline-current"
      >
        {text}
      </a>
    )
  })
}
