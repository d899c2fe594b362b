import { classNames } from '#client/ui/class-names.ts'
import type { DrawnBlock, DrawnSegment } from '#contract/documents/agreements/draw-agreement.ts'

type Active = { activeField?: string | undefined }

function Slot({ segment, activeField }: { segment: Extract<DrawnSegment, { field: string }> } & Active) {
  return (
    <span
      data-field={segment.field}
      className={classNames(
        '-mx-0.5 whitespace-pre-line rounded-mark box-decoration-clone px-1 py-0.5',
        segment.value === null ? 'bg-caution-soft text-caution' : 'bg-accent-soft text-ink',
        segment.field === activeField && 'inset-ring inset-ring-accent',
      )}
    >
      {segment.value ?? segment.placeholder}
    </span>
  )
}

function Text({ segments, activeField }: Pick<DrawnBlock, 'segments'> & Active) {
  return Array.from(segments.entries(), ([position, segment]) =>
    'field' in segment ? <Slot key={position} segment={segment} activeField={activeField} /> : segment.text,
  )
}

/** One block of an agreement, in the form that its kind asks for. */
export function PaperBlock({ block, activeField }: { block: DrawnBlock } & Active) {
  const { kind, number, label } = block
  const text = <Text segments={block.segments} activeField={activeField} />

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
