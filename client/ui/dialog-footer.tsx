import type { ReactNode } from 'react'

/** The buttons at the end of a dialog or its form, always in sight; the one that acts comes last, on a phone on top. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <footer
      className={
        'sticky -bottom-5 -mx-4 -mb-5 flex flex-col-reverse gap-2 border-line border-t bg-raised px-4 py-4 ' +
        'sm:-mx-6 sm:flex-row sm:justify-end sm:px-6'
      }
    >
      {children}
    </footer>
  )
}
