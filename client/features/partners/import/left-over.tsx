import { formatCount } from '#client/lib/format.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { DialogFooter } from '#client/ui/dialog.tsx'
import type { PartnerImportPlan } from '#contract/partners/import.ts'
import { DownloadRefused } from './download-refused.tsx'
import { importedLabel } from './plan-summary.tsx'

type LeftOverProps = {
  plan: PartnerImportPlan
  fileName: string
  imported: { partners: number; changed: number; refused: number }
  onCorrect: () => void
  onDone: () => void
}

/** Shows what remains to be done after an import that left rows out. */
export function LeftOver({ plan, fileName, imported, onCorrect, onDone }: LeftOverProps) {
  return (
    <div ref={takeFocus} tabIndex={-1} className="grid grid-cols-1 gap-5 outline-none">
      <div role="status">
        <Alert
          tone="caution"
          title={`${importedLabel(imported)}, ${formatCount(imported.refused, 'row')} left out`}
        >
          <p>Correct them here, or download them, and import that file later.</p>
          <DownloadRefused plan={plan} fileName={fileName} />
        </Alert>
      </div>
      <DialogFooter>
        <Button onClick={onCorrect}>Correct them here</Button>
        <Button variant="primary" onClick={onDone}>
          Done
        </Button>
      </DialogFooter>
    </div>
  )
}

// The element that had the focus was removed.
const takeFocus = (element: HTMLElement | null) => element?.focus({ preventScroll: true })
