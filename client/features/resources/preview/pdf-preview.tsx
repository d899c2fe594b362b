import { useQuery } from '@tanstack/react-query'
import ExternalLink from 'lucide-react/icons/external-link'
import { ApiError } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { PreviewFailure, type PreviewProps } from './preview-failure.tsx'

/** A PDF in the browser's own viewer. Browsers on phones have none, or one that shows the first page alone. */
export function PdfPreview({ file, address }: PreviewProps) {
  // A frame does not report that its content is an error.
  const check = useQuery({
    queryKey: [address, 'check'],
    queryFn: async () => {
      const { ok, status, statusText } = await fetch(address, { method: 'HEAD' })
      if (!ok) throw new ApiError(status, statusText)
      return true
    },
  })

  if (check.isError) return <PreviewFailure onRetry={() => check.refetch()} />
  if (!check.data) return <Loading />
  return (
    <div className="flex size-full flex-col">
      <div className={navigator.pdfViewerEnabled ? 'px-4 py-3 sm:hidden' : 'm-auto p-4'}>
        <Button asChild>
          <a href={address} target="_blank" rel="noopener">
            <ExternalLink aria-hidden className="size-4" />
            Open in a new tab
          </a>
        </Button>
      </div>
      {navigator.pdfViewerEnabled && (
        <iframe src={address} title={file.title} className="min-h-0 w-full grow bg-sunken" />
      )}
    </div>
  )
}
