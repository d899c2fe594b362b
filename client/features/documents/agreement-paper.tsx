import { type ReactNode, useEffect, useRef } from 'react'
import { classNames } from '#client/ui/class-names.ts'
import type { Agreement } from '#contract/documents/agreements/agreement.ts'
import { drawAgreement } from '#contract/documents/agreements/draw-agreement.ts'
import type { FormValues } from './agreement-prefill.ts'
import { PaperBlock } from './paper-block.tsx'

function bringIntoView(pane: HTMLElement, slot: Element) {
  const distance = slot.getBoundingClientRect().top - pane.getBoundingClientRect().top - pane.clientHeight / 3
  // A browser takes a second and more to glide over pages: by then somebody is in the next field.
  const glides =
    Math.abs(distance) < pane.clientHeight && !matchMedia('(prefers-reduced-motion: reduce)').matches
  pane.scrollBy({ top: distance, behavior: glides ? 'smooth' : 'auto' })
}

// Without the focus the arrow keys could not scroll it.
const scrollable = { tabIndex: 0 }

type AgreementPaperProps = {
  agreement: Agreement
  values: FormValues
  companyName: string
  /** The field that somebody is in: its place comes into view, and is marked wherever it stands. */
  activeField?: string | undefined
  /** What stands below the text, on the same paper. */
  children?: ReactNode
  className?: string
}

/** The agreement as a sheet of paper that scrolls, with the values in their places. */
export function AgreementPaper({
  agreement,
  values,
  companyName,
  activeField,
  children,
  className,
}: AgreementPaperProps) {
  const pane = useRef<HTMLElement>(null)

  useEffect(() => {
    const slot = activeField && pane.current?.querySelector(`[data-field="${CSS.escape(activeField)}"]`)
    // By hand, for the browser's own way would move the page under the field as well.
    if (pane.current && slot) bringIntoView(pane.current, slot)
  }, [activeField])

  return (
    <section
      {...scrollable}
      ref={pane}
      aria-label={`Text of the ${agreement.shortName}`}
      className={classNames('overflow-y-auto overscroll-auto bg-sunken p-3 sm:p-4', className)}
    >
      <article className="mx-auto max-w-160 rounded-control border border-line bg-raised px-5 py-8 font-serif sm:px-9 sm:py-10">
        {Array.from(drawAgreement(agreement, values, companyName).entries(), ([position, block]) => (
          <PaperBlock key={position} block={block} activeField={activeField} />
        ))}
        {children}
      </article>
    </section>
  )
}
