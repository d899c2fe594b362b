import { Link } from 'wouter'
import { documentTitle } from '#client/domain/document-title.ts'
import type { DocumentRow } from '#client/domain/rows/rows.ts'
import { Button } from '#client/ui/button.tsx'

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
