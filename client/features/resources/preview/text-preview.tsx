import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { formatSize } from '#client/lib/format.ts'
import { Loading } from '#client/ui/loading.tsx'
import { PreviewFailure, type PreviewProps } from './preview-failure.tsx'
import { maxBytes, readText } from './read-text.ts'

// Brings the parser, which no other preview needs.
const CsvTable = lazy(() => import('./csv-table.tsx'))

/** The beginning of a text; of a CSV as a table. */
export function TextPreview({ file, address }: PreviewProps) {
  const text = useQuery({
    queryKey: [address, 'text'],
    queryFn: () => readText(address),
  })

  if (text.isError) return <PreviewFailure onRetry={() => text.refetch()} />
  if (text.data === undefined) return <Loading />
  return (
    <div className="flex size-full flex-col">
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be in reach of the keyboard
        tabIndex={0}
        data-scrolls
        aria-label={file.title}
        className="min-h-0 grow overflow-auto focus-visible:-outline-offset-2"
      >
        {file.fileType === 'csv' ? (
          <Suspense fallback={<Loading />}>
            <CsvTable text={text.data} />
          </Suspense>
        ) : (
          <pre className="wrap-anywhere mx-auto max-w-180 whitespace-pre-wrap p-4 font-sans sm:p-6">
            {text.data}
          </pre>
        )}
      </section>
      {file.fileSize > maxBytes && (
        <p className="border-line border-t px-4 py-2.5 text-13 text-muted sm:px-5">
          The first {formatSize(maxBytes)} of {formatSize(file.fileSize)}. Download the file to read all of
          it.
        </p>
      )}
    </div>
  )
}
