import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { TextSkeleton } from '#client/ui/loading.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import type { AgreementTypeDetails } from '#contract/agreement-types.ts'
import { formOf } from '#contract/documents/agreements/own-fields.ts'
import { useAgreementVersion } from './queries.ts'

const DraftForm = lazyPart(async () => ({ default: (await import('./draft-form.tsx')).DraftForm }))

/** The draft of the next text of a type, or a button that begins one. */
export function NextVersion({ details, userId }: Pick<OpenDraftProps, 'details' | 'userId'>) {
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
  const open = { details, userId, onClose: () => setOpen(false) }
  return current ? <DraftAfter {...open} version={current} /> : <FirstDraft {...open} />
}

type OpenDraftProps = { details: AgreementTypeDetails; userId: string; onClose: () => void }

/** The draft of a further version, which begins with the text in force. */
function DraftAfter({ version, ...open }: OpenDraftProps & { version: string }) {
  return (
    <QueryState
      query={useAgreementVersion(open.details.id, version)}
      loading={<TextSkeleton className="h-96" />}
      failure={{ title: 'The text could not be loaded' }}
    >
      {({ version: _version, ...inForce }) => <DraftForm {...open} inForce={inForce} begins={inForce} />}
    </QueryState>
  )
}

function FirstDraft(open: OpenDraftProps) {
  const { id, name } = open.details
  return (
    <DraftForm
      {...open}
      inForce={null}
      begins={{ documentType: id, title: name, blocks: [], ...formOf([]) }}
    />
  )
}
