import { formatCount } from '#client/lib/format.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { DialogFooter } from '#client/ui/dialog.tsx'
import type { PartnerImportPlan } from '#contract/partners/import.ts'
import { DownloadRefused } from './download-refused.tsx'

type LeftOverProps = {
  plan: PartnerImportPlan
  fileName: string
  imported: { partners: number; refused: number }
  onDone: () => void
}

/** Shows what remains to be done after an import that left rows out. */
export function LeftOver({ plan, fileName, imported, onDone }: LeftOverProps) {
  const { partners, refused } = imported
  return (
    <div ref={takeFocus} tabIndex={-1} className="grid grid-cols-1 gap-5 outline-none">
      <div role="status">
        <Alert
          tone="caution"
          title={`${formatCount(partners, 'partner')} imported, ${formatCount(refused, 'row')} left out`}
        >
          <p>Download the rows that were left out, correct them, and import that file.</p>
          <DownloadRefused plan={plan} fileName={fileName} />
        </Alert>
      </div>
      <DialogFooter>
        <Button variant="primary" onClick={onDone}>
          Done
        </Button>
      </DialogFooter>
    </div>
  )
}

// The element that had the focus was removed.
const takeFocus = (element: HTMLElement | null) => element?.focus({ preventScroll: true })
