import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/reports.ts'
import type { Deps } from '#server/deps.ts'
import { recordExport } from '#server/features/audit-log/exports.ts'
import { sendCsv } from '#server/http/csv.ts'
import { paged } from '#server/http/paged.ts'
import { route } from '#server/http/route.ts'
import { countEventGroups, getEventReport, listEventGroups } from './activations/data.ts'
import { notDownloadedRows, reportRows } from './csv/data.ts'
import * as data from './data.ts'
import { periodBefore, periodOf } from './periods.ts'
import { rememberPeriods } from './remembered.ts'
import { setReportSettings } from './settings/actions.ts'
import { getReportSettings } from './settings/data.ts'

export const registerReports = (app: FastifyInstance, { db, exports, sessions }: Deps) => {
  const count = rememberPeriods((moments) => data.countPeriod(db, moments))

  route(app, sessions, contract.getReportSummary, async ({ query }) => {
    await data.countDue(db)
    const settings = await data.getToday(db)
    return data.getSummary(db, count, periodOf(query, settings.today), settings)
  })

  /** Returns the moments of the period that a query names, and of the one before. */
  const momentsFor = async (query: contract.ReportQuery) => {
    const { today, timeZone } = await data.getToday(db)
    const period = periodOf(query, today)
    const [now, before] = await data.momentsOf(db, [period, periodBefore(period)], timeZone)
    if (!now || !before) throw new Error('the periods have no moments')
    return { now, before }
  }

  route(app, sessions, contract.getEventReport, async ({ query }) => {
    const { now, before } = await momentsFor(query)
    return getEventReport(db, now, before)
  })

  route(app, sessions, contract.listEventGroups, async ({ ...input }) => {
    const { now } = await momentsFor(input.query)
    return paged(
      input,
      (page) => listEventGroups(db, now, input.query.by, page),
      () => countEventGroups(db, now, input.query.by),
    )
  })

  route(app, sessions, contract.exportReport, async ({ user, params: { report }, query, ...answering }) => {
    await data.countDue(db)
    const { today, timeZone } = await data.getToday(db)
    const period = periodOf(query, today)
    const [moments] = await data.momentsOf(db, [period], timeZone)
    if (!moments) throw new Error('the period has no moments')
    return sendCsv(answering, exports, {
      name: `report-${report}-${period.from}-${period.to}`,
      ...(report === 'not-downloaded' ? notDownloadedRows(moments) : reportRows(report, moments, timeZone)),
      record: () => recordExport(db, user, answering, `Report: ${report}`, { ...period }),
    })
  })

  route(app, sessions, contract.getReportSettings, async () => getReportSettings(db))

  route(app, sessions, contract.setReportSettings, async ({ user, body }) =>
    setReportSettings({ db }, user, body),
  )
}
