import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { zoneLabel } from '#client/domain/time-zones.ts'
import { useAddressView } from '#client/lib/address-view.ts'
import { formatDate } from '#client/lib/format.ts'
import { notInEventStream, readOf } from '#client/lib/query-client.ts'
import { saveResponse } from '#client/lib/save-response.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { CardSkeleton } from '#client/ui/loading.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { keysOf } from '#contract/keys-of.ts'
import { type ReportFile, reportFileLabels, reportFiles, reportPeriods } from '#contract/report-metrics.ts'
import { EventReportCards } from './event-report.tsx'
import { MonthlySwitch } from './monthly-switch.tsx'
import { mediansOf, type Report, reportRows } from './numbers.ts'
import { PeriodChooser } from './period-chooser.tsx'
import { Corrections, FileList, MetricNumber, ReportNumber, TaskTables } from './report-parts.tsx'

type FileName = ReportFile | 'not-downloaded'

/** The numbers of a period beside those of the period before, each with its list and its file. */
export default function PeriodReport() {
  const view = useAddressView()
  const [from, to] = [view.get('from'), view.get('to')]
  const period = reportPeriods.find((name) => name === view.get('period'))
  const query = from ? { from, to } : period ? { period } : {}
  const report = useQuery({
    ...readOf('/api/admin/reports/summary', { query }),
    ...notInEventStream,
    placeholderData: keepPreviousData,
  })
  return (
    <div className="grid grid-cols-1 gap-4 lg:gap-6">
      <PeriodChooser shown={report.data && { from: report.data.from, to: report.data.to }} />
      <QueryState
        query={report}
        failure={{ title: 'The report could not be loaded' }}
        loading={<CardSkeleton className="h-240" />}
      >
        {(shown) => <ReportCards report={shown} isStale={report.isPlaceholderData} />}
      </QueryState>
    </div>
  )
}

/** Saves the rows behind the numbers of a part of the report. The address of an email can name the file to begin with. */
const useSaveFile = ({ from, to }: Report) => {
  const view = useAddressView()
  const save = useEndpointMutation(
    (file: FileName) => saveResponse(`/api/admin/reports/${file}/csv?${new URLSearchParams({ from, to })}`),
    { serverMessages: 'all', failure: 'The file could not be saved. Try again.' },
  )
  const { mutate } = save
  const asked = keysOf(reportFiles).find((file) => file === view.get('csv'))
  // biome-ignore lint/correctness/useExhaustiveDependencies: The file is saved once, when the address names it.
  useEffect(() => {
    if (!asked) return
    view.change({ csv: null }, { replace: true })
    mutate(asked)
  }, [asked])
  return save
}

function ReportCards({ report, isStale }: { report: Report; isStale: boolean }) {
  const save = useSaveFile(report)
  const { from, to, previousFrom, previousTo, timeZone, isOpen } = report
  const rows = reportRows(report)
  const medians = mediansOf(report)
  const extras: Partial<Record<ReportFile, ReactNode>> = {
    tasks: <TaskTables {...report} />,
    downloads: <FileList {...report} />,
  }
  const csvButton = (file: FileName, label: string) => (
    <Button
      size="small"
      icon={Download}
      pending={save.isPending && save.variables === file}
      onClick={() => save.mutate(file)}
    >
      {label}
      <span className="sr-only">{file === 'not-downloaded' ? '' : ` of ${reportFileLabels[file]}`}</span>
    </Button>
  )
  return (
    <div className={isStale ? 'grid gap-4 opacity-60 lg:gap-6' : 'grid gap-4 lg:gap-6'} aria-busy={isStale}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p>
          <strong className="font-medium">{`${dayText(from)} – ${dayText(to)}${isOpen ? ', so far' : ''}`}</strong>
          <span className="block text-13 text-muted">
            {`Beside ${dayText(previousFrom)} – ${dayText(previousTo)} · days in ${zoneLabel(timeZone)}`}
          </span>
        </p>
        <MonthlySwitch />
      </div>
      <div className="-mb-4 gap-4 md:columns-2 xl:columns-3 lg:-mb-6 lg:gap-6">
        {keysOf(reportFiles).map((file) => (
          <Card
            key={file}
            title={reportFileLabels[file]}
            actions={
              <>
                {file === 'downloads' && csvButton('not-downloaded', 'Who has not')}
                {csvButton(file, 'CSV')}
              </>
            }
            flush
            className="mb-4 break-inside-avoid lg:mb-6"
          >
            <dl className="divide-y divide-line">
              {rows[file].map((row) => (
                <MetricNumber key={row.metric} row={row} report={report} />
              ))}
              {medians[file] && <ReportNumber {...medians[file]} />}
            </dl>
            {extras[file]}
          </Card>
        ))}
      </div>
      <EventReportCards from={from} to={to} />
      <Corrections {...report} />
    </div>
  )
}

/** Writes a day of the report, which has no time zone. */
const dayText = (day: string) => formatDate(`${day}T12:00:00Z`, 'UTC')
