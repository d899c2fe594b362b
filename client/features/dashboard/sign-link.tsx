import { Link } from 'wouter'
import { documentTitle } from '#client/domain/document-title.ts'
import { Button } from '#client/ui/button.tsx'
import type { DocumentRow } from './rows.ts'

/** Where an onboarded partner signs a further agreement. */
export const signingAddress = (document: { id: string }) => `/?sign=${document.id}`

export function SignLink({ document }: { document: DocumentRow }) {
  return (
    <Button asChild size="small">
      <Link href={signingAddress(document)} aria-label={`Review and sign ${documentTitle(document)}`}>
        Review and sign
      </Link>
    </Button>
  )
}
