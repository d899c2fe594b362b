import { randomUUID } from 'node:crypto'
import { finished } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '#server/db/client.ts'
import { actorOf } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import type { ExportRecord } from '#server/http/csv.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { exportEnded, exportStarted } from './events.ts'

/**
 * Records an export before its first row is sent, and a second event with its number of rows when it ends or is aborted. If the second
 * event is missing, the process died meanwhile.
 */
export const recordExport = async (
  db: Database,
  user: SignedInUser,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  name: string,
  filter: Record<string, unknown>,
): Promise<ExportRecord> => {
  const list = { id: randomUUID(), name }
  const what = { filter: Object.keys(filter).length > 0 ? filter : null }
  const actor = actorOf(user)
  await record(db, exportStarted, actor, { list, after: what })

  let rows = 0
  let hasEnded = false
  const recordEnd = async (isComplete: boolean) => {
    if (hasEnded) return
    hasEnded = true
    await record(db, exportEnded, actor, { list, after: { ...what, rows, isComplete } })
  }
  finished(reply.raw, () => {
    recordEnd(false).catch((err) => request.log.error({ err }, 'the end of an export was not recorded'))
  })

  return {
    addRows(count) {
      rows += count
    },
    complete: () => recordEnd(true),
  }
}
