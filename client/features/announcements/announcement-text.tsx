import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Day } from '#client/domain/day.tsx'
import { LinkedText } from '#client/domain/linked-text.tsx'
import { useIsHydrated } from '#client/lib/use-is-hydrated.ts'
import type { Announcement } from '#contract/announcements.ts'

type Shown = Pick<Announcement, 'body' | 'publishAt' | 'endsAt'>

/** From whom it is, and when; partners know staff as one team. */
export function Byline({ publishAt, exact = false }: Pick<Shown, 'publishAt'> & { exact?: boolean }) {
  // The server does not know the zone of the day, and nothing is to stand behind the dot then.
  if (!useIsHydrated()) return 'Partner Team'
  return (
    <>
      Partner Team · <Day at={publishAt} exact={exact} />
    </>
  )
}

/** All of it. */
export function WholeText({ body }: Pick<Shown, 'body'>) {
  return (
    <p className="wrap-anywhere whitespace-pre-line">
      <LinkedText text={body} />
    </p>
  )
}

type ClampedTextProps = Pick<Shown, 'body'> & {
  /** Called with whether all of it shows. */
  onMeasure?: (isWhole: boolean) => void
  /** Leads to all of it; shown where it is cut off. */
  more: ReactNode
}

/** Its first lines, without empty ones. */
export function ClampedText({ body, onMeasure, more }: ClampedTextProps) {
  const textRef = useRef<HTMLParagraphElement>(null)
  const [isCut, setCut] = useState(false)

  useLayoutEffect(() => {
    const text = textRef.current
    if (!text) return
    const measure = () => {
      const cut = text.scrollHeight > text.clientHeight + 1
      setCut(cut)
      onMeasure?.(!cut)
    }
    measure()
    // Also when another text comes.
    const observer = new ResizeObserver(measure)
    observer.observe(text)
    return () => observer.disconnect()
  }, [onMeasure])

  return (
    <>
      <p ref={textRef} className="wrap-anywhere line-clamp-3 whitespace-pre-line">
        <LinkedText text={body.replaceAll(/\n\s*\n/g, '\n')} />
        {/* Safari draws a link that ends a text behind the three dots, however far below them it is. */}
        {'\u200b'}
      </p>
      {isCut && more}
    </>
  )
}
