import Download from 'lucide-react/icons/download'
import { Button } from '#client/ui/button.tsx'
import { agreements } from '#contract/documents/agreements/agreements.ts'
import type { PartnerDocument } from '#contract/documents/documents.ts'
import { downloadAddress } from './signature.ts'

/** The signed text, as a file. */
export function DownloadButton({ id, documentType }: Pick<PartnerDocument, 'id' | 'documentType'>) {
  return (
    <Button asChild>
      <a href={downloadAddress(id)} download>
        <Download aria-hidden className="size-4" />
        Download <span className="sr-only">the {agreements[documentType].shortName}</span>
      </a>
    </Button>
  )
}
