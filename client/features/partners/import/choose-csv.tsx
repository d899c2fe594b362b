import { focusFirstField } from '#client/lib/focus-first-field.ts'
import { DropZone } from '#client/ui/drop-zone.tsx'
import { Spinner } from '#client/ui/spinner.tsx'
import { maxImportRows } from '#contract/partners/import.ts'
import { templateAddress } from './csv-file.ts'

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
        Checking {checking}...
      </p>
    )
  }
  return (
    <div ref={takesFocus ? focusFirstField : undefined} className="grid grid-cols-1 gap-4">
      <DropZone
        label="CSV file"
        required
        hint={`CSV in UTF-8, at most 10 MB and ${maxImportRows.toLocaleString('en-US')} rows`}
        error={error}
        accept=".csv"
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
