import { Link } from 'wouter'
import type { DocumentRow } from '#client/domain/rows/rows.ts'
import { documentTitle } from '#client/lib/document-title.ts'
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
