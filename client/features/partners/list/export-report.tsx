import { useMutation } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { saveAnswer } from '#client/lib/save-answer.ts'
import { showRefusal } from '#client/lib/show-failure.ts'
import { Button } from '#client/ui/button.tsx'
import { exportPartners } from '#contract/partners/partners.ts'
import { type PartnerFilter, sentFilter } from './partner-filter.ts'

/** The partners that are listed, all of their pages, as a file for a spreadsheet. */
export function ExportReport({ filter }: { filter: PartnerFilter }) {
  const report = useMutation({
    mutationFn: () => saveAnswer(`${exportPartners.path}?${new URLSearchParams(sentFilter(filter))}`),
    onError: (error) =>
      showRefusal(error, 'The report could not be exported. Check your connection and try again.'),
  })
  return (
    <Button className="max-sm:grow" pending={report.isPending} onClick={() => report.mutate()}>
      {!report.isPending && <Download aria-hidden className="size-4" />}
      Export Report
    </Button>
  )
}
