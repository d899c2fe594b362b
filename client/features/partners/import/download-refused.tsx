import { Download } from 'lucide-react'
import { formatCount } from '#client/lib/format.ts'
import { saveFrom } from '#client/lib/save-response.ts'
import { Button } from '#client/ui/button.tsx'
import type { PartnerImportPlan } from '#contract/partners/import.ts'
import { refusedRowsCsv } from './refused-rows.ts'

type DownloadRefusedProps = { plan: PartnerImportPlan; fileName: string }

/** Saves the rows with errors as a file to correct and to import again. */
export function DownloadRefused({ plan, fileName }: DownloadRefusedProps) {
  const handleDownload = () => {
    const address = URL.createObjectURL(new Blob([refusedRowsCsv(plan)], { type: 'text/csv' }))
    saveFrom(address, `${fileName.replace(/\.[^.]*$/, '')}-to-correct.csv`)
    URL.revokeObjectURL(address)
  }
  return (
    <Button icon={Download} className="mt-3" onClick={handleDownload}>
      {`Download ${formatCount(plan.refused, 'row')} with errors`}
    </Button>
  )
}
