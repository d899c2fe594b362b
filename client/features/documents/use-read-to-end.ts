import { useCallback, useEffect, useRef, useState } from 'react'
import { useDraft } from '#client/lib/draft.ts'

const unread = { read: '' }

// The events of readers who scroll, also with the scroll bar.
const ownMoves = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/**
 * Returns whether the reader has scrolled to the end of a text, which is remembered across reloads. When the text scrolls by itself to
 * a field that is being filled in, that does not count.
 * @param name identifies the version of the text and the user
 */
export const useReadToEnd = (name: string) => {
  const { initial, store } = useDraft(name, unread)
  const [hasRead, setRead] = useState(initial.read !== '')
  const endRef = useRef<HTMLParagraphElement>(null)

  const markRead = useCallback(() => {
    setRead(true)
    store({ read: 'yes' })
  }, [store])

  useEffect(() => {
    const end = endRef.current
    const text = end?.closest('section')
    if (hasRead || !end || !text) return
    let isInView = false
    let isMovedByReader = false
    const listening = new AbortController()
    const handleMove = () => {
      isMovedByReader = true
      if (isInView) markRead()
    }
    for (const type of ownMoves) {
      text.addEventListener(type, handleMove, { passive: true, signal: listening.signal })
    }
    const handleFocus = ({ target }: FocusEvent) => {
      if (target !== text) isMovedByReader = false
    }
    end.closest('form')?.addEventListener('focusin', handleFocus, { signal: listening.signal })
    const observer = new IntersectionObserver((entries) => {
      isInView = entries.some(({ isIntersecting }) => isIntersecting)
      if (isInView && isMovedByReader) markRead()
    })
    observer.observe(end)
    return () => {
      listening.abort()
      observer.disconnect()
    }
  }, [hasRead, markRead])

  return {
    hasRead,
    /** The ref of the last line of the text. */
    endRef,
    goToEnd: () => {
      const end = endRef.current
      end?.closest('section')?.scrollIntoView({ block: 'nearest' })
      end?.scrollIntoView({ block: 'nearest' })
      // The focus moves there as well, so that a screen reader reads on from the end.
      end?.focus({ preventScroll: true })
      markRead()
    },
  }
}
