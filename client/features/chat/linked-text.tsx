import { Fragment } from 'react'
import { findLinks } from './find-links.ts'

/** Never markup: what looks like a web address becomes a link, all else stays text. */
export function LinkedText({ text }: { text: string }) {
  let place = 0
  return findLinks(text).map(({ text, href }) => {
    place += text.length
    if (href === null) return <Fragment key={place}>{text}</Fragment>
    return (
      <a
        key={place}
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
