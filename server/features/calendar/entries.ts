import type { z } from 'zod'
import { type CalendarDay, type CalendarEntry, type CalendarKind, maxDayEntries } from '#contract/calendar.ts'
import type { Executor } from '#server/db/client.ts'
import { audienceOf, type CalendarReader, idsOf } from './access.ts'
import * as data from './data.ts'
import type { Day } from './days.ts'
import { listPlanned } from './planned/planned.ts'

type Entry = z.output<typeof CalendarEntry>
type EntriesOfDay = z.output<typeof CalendarDay>

const nothingMore = {
  endsAt: null,
  timeZone: null,
  place: null,
  status: null,
  partner: null,
  opens: null,
  progress: null,
}

/** Lists the entries of each day for a reader. Days without entries are left out. */
export const listDays = async (db: Executor, days: Day[], reader: CalendarReader) => {
  const partnerIds = idsOf(reader)
  const time = { from: days[0]?.start ?? new Date(0), until: days.at(-1)?.end ?? new Date(0) }
  const [activations, tasks, shared, owed, planned] = await Promise.all([
    data.listActivationDays(db, days, partnerIds, maxDayEntries),
    data.listTaskDays(db, days, partnerIds, maxDayEntries),
    partnerIds === null ? data.listTaskDefinitionDays(db, days, maxDayEntries) : [],
    data.listObligationDays(db, days, reader.partners, maxDayEntries),
    listPlanned(db, time, audienceOf(reader)),
  ])
  const rowsOfDay = [
    rowsByDay('activation', activations, reader),
    rowsByDay('task', tasks, reader),
    rowsByDay('task-definition', shared, reader),
    rowsByDay('obligation', owed, reader),
  ]
  const begins = days.map(({ start }) => start.getTime())
  const plannedOfDay = Map.groupBy(planned, ({ at }) => {
    const time = at.getTime()
    return begins.findLastIndex((begin) => begin <= time)
  })
  const filled = days.flatMap(({ day }, index): EntriesOfDay[] => {
    const plannedEntries = (plannedOfDay.get(index) ?? []).map(
      ({ series: { id, name }, at }): Entry => ({ ...nothingMore, kind: 'planned', id, name, at }),
    )
    const found = [
      ...rowsOfDay.map((rowsOf) => rowsOf(day)),
      { rows: plannedEntries, total: plannedEntries.length },
    ]
    const total = found.reduce((sum, each) => sum + each.total, 0)
    const entries = found
      .flatMap(({ rows }) => rows)
      .sort((a, b) => a.at.getTime() - b.at.getTime())
      .slice(0, maxDayEntries)
    return total === 0 ? [] : [{ day, entries, more: total - entries.length }]
  })
  return withProgress(db, filled)
}

/** Returns a function that returns the entries of a day. */
const rowsByDay = (kind: CalendarKind, all: data.DayRow[], { namesPartners }: CalendarReader) => {
  const byDay = Map.groupBy(all, ({ day }) => day)
  return (day: string) => {
    const rows = byDay.get(day) ?? []
    return {
      total: rows[0]?.total ?? 0,
      rows: rows.map(
        ({ day: _day, total: _total, partner, opens = null, ...row }): Entry => ({
          kind,
          ...row,
          opens,
          partner: namesPartners ? partner : null,
          progress: null,
        }),
      ),
    }
  }
}

const withProgress = async (db: Executor, days: EntriesOfDay[]) => {
  const shared = days.flatMap(({ entries }) => entries.filter(({ kind }) => kind === 'task-definition'))
  const progress = await data.countProgress(
    db,
    shared.map(({ id }) => id),
  )
  for (const entry of shared) entry.progress = progress.get(entry.id) ?? { partners: 0, completed: 0 }
  return days
}
