import { Fragment } from 'react'
import { writeAgreementSource } from '#contract/documents/agreements/agreement-source.ts'
import type { DraftText } from './draft.ts'
import { type Change, paragraphChanges, wordChanges } from './text-changes.ts'

const paragraphsOf = ({ title, blocks }: DraftText) => [
  `Title: ${title}`,
  ...blocks.map((block) => writeAgreementSource([block])),
]

type DifferencesProps = { before: DraftText; after: DraftText }

/** The changes since the text in force: each changed paragraph, with its removed and added words. */
export function Differences({ before, after }: DifferencesProps) {
  const parts = paragraphChanges(paragraphsOf(before), paragraphsOf(after))
  if (parts.every(({ kind }) => kind === 'same')) {
    return <p className="rounded-control bg-sunken p-4 text-muted">Same as the current version.</p>
  }
  return (
    <section
      aria-label="Differences from the current version"
      className="grid max-h-[80dvh] grid-cols-1 gap-3 overflow-y-auto rounded-control border border-line p-4 font-serif"
    >
      {Array.from(parts.entries(), ([index, part]) =>
        part.kind === 'same' ? (
          <Unchanged key={index} paragraphs={part.paragraphs} />
        ) : (
          Array.from(part.changes.entries(), ([place, change]) => (
            <Changed key={`${index}.${place}`} {...change} />
          ))
        ),
      )}
    </section>
  )
}

function Unchanged({ paragraphs }: { paragraphs: string[] }) {
  const [first] = paragraphs
  if (paragraphs.length === 1) return <p className="wrap-anywhere text-muted">{first}</p>
  return (
    <p className="border-line border-y py-2 text-center font-sans text-13 text-muted">
      {`${paragraphs.length} unchanged paragraphs`}
    </p>
  )
}

function Changed({ before, after }: Change) {
  return (
    <p className="wrap-anywhere border-accent border-l-2 pl-3">
      {Array.from(wordChanges(before, after).entries(), ([index, { same, removed, added }]) => (
        <Fragment key={index}>
          {same}
          {removed && <del className="rounded-mark bg-danger-soft text-danger">{removed}</del>}
          {added && <ins className="rounded-mark bg-positive-soft text-positive">{added}</ins>}
        </Fragment>
      ))}
    </p>
  )
}
