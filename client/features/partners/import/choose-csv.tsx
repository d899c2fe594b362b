import { focusFirstField } from '#client/lib/focus-first-field.ts'
import { formatNumber, formatSize } from '#client/lib/format.ts'
import { DropZone } from '#client/ui/drop-zone.tsx'
import { Spinner } from '#client/ui/loading.tsx'
import { maxImportBytes, maxImportRows, partnerColumns } from '#contract/partners/import.ts'

/** Why a file need not be sent at all; undefined for one that may be right. */
export const csvProblem = ({ name, size }: { name: string; size: number }): string | undefined => {
  if (!/\.(csv|tsv|txt)$/i.test(name))
    return `${name} is not a CSV file. Save it as "CSV UTF-8" in your spreadsheet.`
  if (size === 0) return 'The file is empty.'
  if (size > maxImportBytes) return `The file is too large. At most ${formatSize(maxImportBytes)}.`
}

/** A file as it was when it was chosen: what is imported is what was checked, even if the file changes on the disk. */
export type ChosenCsv = { name: string; content: Blob }

/** @throws when the file cannot be read */
export const readCsv = async (file: File): Promise<ChosenCsv> => ({
  name: file.name,
  // Browsers take the type from the machine, where it may be Excel's.
  content: new Blob([await file.arrayBuffer()], { type: 'text/csv' }),
})

// Without it, Excel takes UTF-8 for the code page of the machine.
const byteOrderMark = '\ufeff'

/** A file with the headings alone, as an address that a browser saves. */
export const templateAddress = () => {
  const headings = partnerColumns.map(([, heading]) => `"${heading}"`)
  return `data:text/csv;charset=utf-8,${encodeURIComponent(`${byteOrderMark}${headings.join(',')}\r\n`)}`
}

type ChooseCsvProps = {
  /** The name of the file that is being checked; undefined while none is. */
  checking: string | undefined
  error: string | undefined
  /** It replaces something that had the focus. */
  takesFocus: boolean
  onFiles: (files: File[]) => void
}

/** The place to choose or drop the file, with a template that has the right headings. */
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
        One partner per row, with the headings of{' '}
        <a href={templateAddress()} download="partners-template.csv" className="text-link">
          the template
        </a>{' '}
        or of an exported report. You'll review every row before anything is saved.
      </p>
    </div>
  )
}

// The element that had the focus was removed.
const takeFocus = (element: HTMLElement | null) => element?.focus()
