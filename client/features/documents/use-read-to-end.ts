import { useEffect, useRef, useState } from 'react'
import { useDraft } from '#client/lib/draft.ts'

const unread = { read: '' }

/**
 * Whether the end of a text has been on the screen, which a reload does not forget.
 * @param name of the text as it is, with the user
 */
export const useReadToEnd = (name: string) => {
  const { initial, store } = useDraft(name, unread)
  const [hasRead, setRead] = useState(initial.read !== '')
  const endRef = useRef<HTMLParagraphElement>(null)

  useEffect(() => {
    const end = endRef.current
    if (hasRead || !end) return
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      setRead(true)
      store({ read: 'yes' })
    })
    observer.observe(end)
    return () => observer.disconnect()
  }, [hasRead, store])

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
    },
  }
}
