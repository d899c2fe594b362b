import { type ReactNode, useEffect, useRef } from 'react'
import { classNames } from '#client/ui/class-names.ts'
import type { Agreement } from '#contract/documents/agreements/agreement.ts'
import {
  type AgreementValues,
  type DrawnBlock,
  type DrawnSegment,
  drawAgreement,
} from '#contract/documents/agreements/draw-agreement.ts'

import { useSerif } from './use-serif.ts'

function scrollToSlot(pane: HTMLElement, slot: Element) {
  const distance = slot.getBoundingClientRect().top - pane.getBoundingClientRect().top - pane.clientHeight / 3
  // A smooth scroll over several pages takes over a second, in which the user may reach the next field.
  const isSmooth =
    Math.abs(distance) < pane.clientHeight && !matchMedia('(prefers-reduced-motion: reduce)').matches
  pane.scrollBy({ top: distance, behavior: isSmooth ? 'smooth' : 'auto' })
}

// The arrow keys scroll the paper only if it can have the focus.
const scrollable = { tabIndex: 0 }

type AgreementPaperProps = {
  /** The name of the agreement. */
  name: string
  agreement: Agreement
  values: AgreementValues
  companyName: string
  /** The field that has the focus; its place in the text scrolls into view and is highlighted. */
  activeField?: string | undefined
  /** Whether the agreement is signed; otherwise a print says that it is not signed. */
  isSigned?: boolean
  /** Content below the text, on the same paper. */
  children?: ReactNode
  className?: string
}

/** The agreement as a scrolling sheet of paper, with the values filled in. */
export function AgreementPaper({
  name,
  agreement,
  values,
  companyName,
  activeField,
  isSigned = false,
  children,
  className,
}: AgreementPaperProps) {
  const paneRef = useRef<HTMLElement>(null)
  const isSerifReady = useSerif()

  useEffect(() => {
    const slot = activeField && paneRef.current?.querySelector(`[data-field="${CSS.escape(activeField)}"]`)
    // scrollIntoView would also scroll the whole page.
    if (paneRef.current && slot) scrollToSlot(paneRef.current, slot)
  }, [activeField])

  return (
    <section
      {...scrollable}
      ref={paneRef}
      aria-label={`Text of the ${name}`}
      className={classNames('overflow-y-auto overscroll-auto bg-sunken p-3 sm:p-4', className)}
    >
      <article
        className={classNames(
          'mx-auto max-w-160 rounded-control border border-line bg-raised px-5 py-8 font-serif sm:px-9 sm:py-10',
          !isSerifReady && '*:invisible',
        )}
      >
        {!isSigned && <NotSignedMark />}
        {Array.from(drawAgreement(agreement, values, companyName).entries(), ([index, block]) => (
          <PaperBlock key={index} block={block} activeField={activeField} />
        ))}
        {!isSigned && <NotSignedMark />}
        {children}
      </article>
    </section>
  )
}

/** A mark before and after the printed text, so that nobody mistakes the print for a signed agreement. */
function NotSignedMark() {
  return (
    <p className="my-4 hidden border-2 border-ink p-2 text-center font-sans font-semibold print:block">
      Not signed. For reading only.
    </p>
  )
}

type ActiveField = { activeField?: string | undefined }

function Slot({ segment, activeField }: { segment: Extract<DrawnSegment, { field: string }> } & ActiveField) {
  return (
    <span
      data-field={segment.field}
      className={classNames(
        'wrap-anywhere -mx-0.5 whitespace-pre-line rounded-mark box-decoration-clone px-1 py-0.5',
        segment.value === null ? 'bg-caution-soft text-caution' : 'bg-accent-soft text-ink',
        segment.field === activeField && 'inset-ring inset-ring-accent',
      )}
    >
      {segment.value ?? segment.placeholder}
    </span>
  )
}

/** A text with the values filled in. */
export function Segments({ segments, activeField }: Pick<DrawnBlock, 'segments'> & ActiveField) {
  return Array.from(segments.entries(), ([index, segment]) =>
    'field' in segment ? <Slot key={index} segment={segment} activeField={activeField} /> : segment.text,
  )
}

/** One block of an agreement, laid out according to its kind. */
function PaperBlock({ block, activeField }: { block: DrawnBlock } & ActiveField) {
  const { kind, number, label } = block
  const text = <Segments segments={block.segments} activeField={activeField} />

  switch (kind) {
    case 'title':
      return <h3 className="mb-8 text-center text-20">{text}</h3>
    case 'heading':
      return (
        <h4 className="mt-8 mb-3 text-17">
          {number && <span className="mr-2">{number}</span>}
          {text}
        </h4>
      )
    case 'clause':
      return (
        <p className="mb-3 grid grid-cols-[2.25rem_minmax(0,1fr)]">
          <span className="tabular-nums">{number}</span>
          <span>{text}</span>
        </p>
      )
    case 'item':
      return (
        <p className="mb-2 grid grid-cols-[1.75rem_minmax(0,1fr)] pl-9">
          <span>{number}</span>
          <span>{text}</span>
        </p>
      )
    case 'term':
    case 'signature':
      return (
        <p
          className={classNames(
            'grid gap-x-4 border-line border-b py-2 sm:grid-cols-[2fr_3fr]',
            kind === 'signature' && 'items-end py-3',
          )}
        >
          <span className="text-13 text-muted">{label}</span>
          <span>{text}</span>
        </p>
      )
    case 'paragraph':
      return <p className="mb-3">{text}</p>
  }
}
