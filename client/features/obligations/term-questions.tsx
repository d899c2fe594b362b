import { useQuery } from '@tanstack/react-query'
import { formatCount } from '#client/lib/format.ts'
import { readOf } from '#client/lib/query-client.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { TermsDialog } from './lazy-dialogs.ts'

/** Asks staff about the terms of a signed agreement that could not be read. Renders nothing if there are none and there were none. */
export function TermQuestions({ documentId }: { documentId: string }) {
  const { data: questions } = useQuery(
    readOf('/api/admin/documents/:id/terms', { params: { id: documentId } }),
  )
  if (!questions) return null
  const { asked, answers } = questions
  const button = (label: string) => (
    <Button
      size="small"
      opens={(opening) => <TermsDialog {...opening} documentId={documentId} questions={questions} />}
    >
      {label}
    </Button>
  )
  if (asked.length > 0) {
    return (
      <Alert tone="caution" title={`${formatCount(asked.length, 'term')} could not be read`}>
        <p>Dates and amounts that depend on them are missing until you say what they mean.</p>
        <div className="mt-3">{button('Answer…')}</div>
      </Alert>
    )
  }
  if (Object.keys(answers).length === 0) return null
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-13 text-muted">
      <span>Staff have said what could not be read in the terms.</span>
      {button('Change answers…')}
    </p>
  )
}
