import { DropZone } from '#client/ui/drop-zone.tsx'
import { Spinner } from '#client/ui/spinner.tsx'
import { maxImportRows } from '#contract/partners/import.ts'
import { templateAddress } from './csv-template.ts'

type ChooseCsvProps = {
  /** The name of the file that is being checked; undefined while none is. */
  checking: string | undefined
  error: string | undefined
  /** It comes in the place of something that had the focus. */
  takesFocus: boolean
  onFiles: (files: File[]) => void
}

/** Where the file is chosen or dropped, with the way to one that has the right headings. */
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
        Checking {checking}...
      </p>
    )
  }
  return (
    <div ref={takesFocus ? focusInput : undefined} className="grid grid-cols-1 gap-4">
      <DropZone
        label="CSV file"
        required
        hint={`CSV in UTF-8, at most 10 MB and ${maxImportRows.toLocaleString('en-US')} rows`}
        error={error}
        accept=".csv"
        onFiles={onFiles}
      />
      <p className="text-13 text-muted">
        One partner a row, with the headings of{' '}
        <a href={templateAddress()} download="partners-template.csv" className="text-link">
          the template
        </a>
        . A file that Export Report made fits, too. First you see what would become of each row; nothing is
        stored yet.
      </p>
    </div>
  )
}

// What had the focus has gone.
const takeFocus = (place: HTMLElement | null) => place?.focus()
const focusInput = (place: HTMLElement | null) => place?.querySelector('input')?.focus()
