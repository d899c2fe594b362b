import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { TextSkeleton } from '#client/ui/loading.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import type { AgreementTypeDetails } from '#contract/agreement-types.ts'
import { formOf } from '#contract/documents/agreements/own-fields.ts'
import type { DraftText } from './draft.ts'
import { useAgreementVersion } from './queries.ts'

const DraftForm = lazyPart(async () => ({ default: (await import('./draft-form.tsx')).DraftForm }))

/** The draft of the next text of a type, or a button that begins one. */
export function NextVersion({ details }: { details: AgreementTypeDetails }) {
  const { draft, versions, name } = details
  // The form stays open until this user closes it, so that typed text is not lost when another admin discards the draft.
  const [isOpen, setOpen] = useState(draft !== null)
  const current = versions[0]?.version
  if (!isOpen) {
    return (
      <Card title="Next version" description="Write it as a draft. Partners sign it after you publish it.">
        <Button onClick={() => setOpen(true)}>
          Edit the text<span className="sr-only">{` of ${name}`}</span>
        </Button>
      </Card>
    )
  }
  const close = () => setOpen(false)
  return current ? (
    <DraftAfter details={details} version={current} onClose={close} />
  ) : (
    <FirstDraft details={details} onClose={close} />
  )
}

type OpenDraftProps = { details: AgreementTypeDetails; onClose: () => void }

const recordOf = ({ draft }: AgreementTypeDetails, begin: DraftText) => {
  if (!draft) return { updatedAt: null, text: begin }
  const { updatedAt, ...text } = draft
  return { updatedAt, text }
}

/** The draft of a further version, which begins with the text in force. */
function DraftAfter({ details, version, onClose }: OpenDraftProps & { version: string }) {
  return (
    <QueryState
      query={useAgreementVersion(details.id, version)}
      loading={<TextSkeleton className="h-96" />}
      failure={{ title: 'The text could not be loaded' }}
    >
      {({ version: _version, ...inForce }) => (
        <DraftForm
          details={details}
          inForce={inForce}
          record={recordOf(details, inForce)}
          onClose={onClose}
        />
      )}
    </QueryState>
  )
}

function FirstDraft({ details, onClose }: OpenDraftProps) {
  const empty = { documentType: details.id, title: details.name, blocks: [], ...formOf([]) }
  return <DraftForm details={details} inForce={null} record={recordOf(details, empty)} onClose={onClose} />
}
