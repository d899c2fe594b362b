import { useCallback, useEffect, useRef, useState } from 'react'
import { useDraft } from '#client/lib/draft.ts'

const unread = { read: '' }

// What readers scroll with, and press the scroll bar.
const ownMoves = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/**
 * Whether the reader has brought the end of a text to the screen, which a reload does not forget. That the text follows a field that
 * is being filled in does not count.
 * @param name of the text as it is, with the user
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
    /** Of the last line of the text. */
    endRef,
    goToEnd: () => {
      const end = endRef.current
      end?.closest('section')?.scrollIntoView({ block: 'nearest' })
      end?.scrollIntoView({ block: 'nearest' })
      // The focus goes along, so that a screen reader reads from there.
      end?.focus({ preventScroll: true })
      markRead()
    },
  }
}
