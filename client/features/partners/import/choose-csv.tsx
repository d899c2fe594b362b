import { focusFirstField } from '#client/lib/focus-first-field.ts'
import { formatNumber, formatSize } from '#client/lib/format.ts'
import { DropZone } from '#client/ui/drop-zone.tsx'
import { Spinner } from '#client/ui/loading.tsx'
import { maxImportBytes, maxImportRows } from '#contract/limits.ts'
import { partnerColumns } from '#contract/partners/partner-columns.ts'

/** Returns why a file need not be sent at all; undefined if it may be valid. */
export const csvProblem = ({ name, size }: { name: string; size: number }): string | undefined => {
  if (!/\.(csv|tsv|txt)$/i.test(name))
    return `${name} is not a CSV file. Save it as "CSV UTF-8" in your spreadsheet.`
  if (size === 0) return 'The file is empty.'
  if (size > maxImportBytes) return `The file is too large. At most ${formatSize(maxImportBytes)}.`
}

/** A file as it was when it was chosen, so that exactly the checked content is imported, even if the file on the disk changes. */
export type ChosenCsv = { name: string; content: Blob }

/** Reads a chosen file. @throws when the file cannot be read */
export const readCsv = async (file: File): Promise<ChosenCsv> => ({
  name: file.name,
  // Browsers take the type of a file from the operating system, which may call it an Excel file.
  content: new Blob([await file.arrayBuffer()], { type: 'text/csv' }),
})

// Without this mark, Excel reads UTF-8 as the local code page.
const byteOrderMark = '\ufeff'

/** Returns a file that contains only the headings, as an address from which a browser saves it. */
export const templateAddress = () => {
  const headings = partnerColumns.map(([, heading]) => `"${heading}"`)
  return `data:text/csv;charset=utf-8,${encodeURIComponent(`${byteOrderMark}${headings.join(',')}\r\n`)}`
}

type ChooseCsvProps = {
  /** The name of the file that is being checked; undefined while none is. */
  checking: string | undefined
  error: string | undefined
  /** Whether this replaces an element that had the focus. */
  takesFocus: boolean
  onFiles: (files: File[]) => void
}

/** Lets the user choose or drop the file, and offers a template with the right headings. */
export function ChooseCsv({ checking, error, takesFocus, onFiles }: ChooseCsvProps) {
  if (checking !== undefined) {
    return (
      <p
        ref={takeFocus}
        tabIndex={-1}
        role="status"
        className="wrap-anywhere flex min-h-40 items-center justify-center gap-3 text-muted outline-none"
      >
        <Spinner className="text-accent" />
        {`Checking ${checking}...`}
      </p>
    )
  }
  return (
    <div ref={takesFocus ? focusFirstField : undefined} className="grid grid-cols-1 gap-4">
      <DropZone
        label="CSV file"
        required
        hint={`CSV or text with tabs, at most ${formatSize(maxImportBytes)} and ${formatNumber(maxImportRows)} rows`}
        error={error}
        accept=".csv,.tsv,.txt"
        onFiles={onFiles}
      />
      <p className="text-13 text-muted">
        One partner per row, with the headings from{' '}
        <a href={templateAddress()} download="partners-template.csv" className="text-link">
          the template
        </a>{' '}
        or an exported report. You'll review every row before anything is saved.
      </p>
    </div>
  )
}

// The element that had the focus was removed.
const takeFocus = (element: HTMLElement | null) => element?.focus()
