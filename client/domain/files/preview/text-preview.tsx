import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { ApiError } from '#client/lib/api.ts'
import { formatSize } from '#client/lib/format.ts'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { PreviewFailure, type PreviewProps } from './preview-failure.tsx'

// The table is loaded on demand because it needs the CSV parser, which no other preview uses.
const CsvTable = lazyPart(() => import('./csv-table.tsx'))

/** How much of a text is shown: enough to be useful, and fast in every browser. */
const maxBytes = 200 * 1024

/** The beginning of a text file; a CSV file is shown as a table. */
export function TextPreview({ file, address }: PreviewProps) {
  const text = useQuery({
    queryKey: [address, 'text'],
    queryFn: () => readText(address),
  })

  if (text.isLoadingError) return <PreviewFailure onRetry={() => text.refetch()} />
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
          {`First ${formatSize(maxBytes)} of ${formatSize(file.fileSize)}. Download the file to read the rest.`}
        </p>
      )}
    </div>
  )
}

const readText = async (address: string): Promise<string> => {
  const response = await fetch(address, { headers: { range: `bytes=0-${maxBytes - 1}` } })
  if (!response.ok) throw new ApiError(response.status, response.statusText)
  return decodeText(new Uint8Array(await response.arrayBuffer()))
}

/** Returns the encoding that a UTF-16 byte order mark indicates; some spreadsheets write one. */
const utf16Of = ([first, second]: Uint8Array) => {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
}

/**
 * Decodes UTF-16 with a byte order mark, else UTF-8, else Windows-1252. A character that is cut in half at the end is
 * omitted.
 */
export const decodeText = (bytes: Uint8Array): string => {
  const utf16 = utf16Of(bytes)
  if (utf16) return new TextDecoder(utf16).decode(bytes, { stream: true })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
