import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Executor } from '#server/db/client.ts'
import { appendEvents } from '#server/domain-events/chain/data.ts'
import { eventHash, firstHash } from '#server/domain-events/chain/event-hash.ts'
import { createTestApp } from '#test/app.ts'
import { createPartner } from '#test/factories.ts'
import { signing } from '#test/signing.ts'
import { startMailServer } from '#test/smtp.ts'
import { startTimestampServer } from '../../../../packages/sealed-pdf/test-timestamp-server.ts'
import { verifyEvidence } from '../proof/verify-evidence.ts'
import { makeDailyHead } from './actions.ts'
import { addHead, getHead, listHeads } from './data.ts'

const authority = await startTimestampServer()
const operator = 'operator@example.test'
const portal = await createTestApp({ settings: { OPERATOR_EMAIL: operator } })
afterAll(async () => {
  await portal.close()
  await authority.stop()
})

const { deps } = portal
const signOne = async () => {
  const partner = await createPartner(portal)
  const response = await (await portal.signIn(partner.user)).post('/api/partner/documents', signing.nda)
  expect(response.statusCode).toBe(201)
  return response.json().id as string
}
const check = async (db: Executor = portal.db) => (await verifyEvidence({ db, store: deps.store })).heads

let signed = ''
beforeAll(async () => {
  signed = await signOne()
  await makeDailyHead(deps, '2026-11-01')
  await signOne()
  await makeDailyHead(deps, '2026-11-02')
})

describe('the head of a day', () => {
  test('is created once, and contains the hash of the head before it', async () => {
    await Promise.all([makeDailyHead(deps, '2026-11-02'), makeDailyHead(deps, '2026-11-02')])
    const [first, second] = (await listHeads(portal.db)).map(({ head }) => head)
    expect(first).toMatchObject({ day: '2026-11-01', chains: 1, previousSha256: firstHash })
    expect(second).toMatchObject({ day: '2026-11-02', chains: 2, previousSha256: first?.sha256 })
  })

  test('is emailed to the operator, with its hash in the subject', async () => {
    const mailServer = await startMailServer()
    const settings = { SMTP_URL: mailServer.url, OPERATOR_EMAIL: operator }
    const sending = await createTestApp({ settings, runsJobs: true })
    const partner = await createPartner(sending)
    await (await sending.signIn(partner.user)).post('/api/partner/documents', signing.nda)
    await makeDailyHead(sending.deps, '2099-01-01')
    const head = await getHead(sending.db, '2099-01-01')
    const mail = await mailServer.mailTo(operator)
    expect(mail.subject).toBe(`Evidence of 2099-01-01: ${head?.sha256}`)
    expect(mail.text).toContain(head?.previousSha256)
    expect(mail.text).toContain(`npm run verify-evidence -- --head ${head?.sha256}`)
    await sending.close()
    await mailServer.stop()
  })

  test('is created by one of two processes', async () => {
    await signOne()
    await Promise.all([makeDailyHead(deps, '2026-11-03'), makeDailyHead(deps, '2026-11-03')])
    expect((await listHeads(portal.db)).map(({ head }) => head.day)).toEqual([
      '2026-11-01',
      '2026-11-02',
      '2026-11-03',
    ])
  })

  test('is not created when nothing has changed, or for a day before the last head', async () => {
    await makeDailyHead(deps, '2026-11-04')
    await signOne()
    await makeDailyHead(deps, '2026-11-02')
    expect(await getHead(portal.db, '2026-11-04')).toBeUndefined()
    expect(await check()).toMatchObject({ count: 3, problems: [] })
  })

  test('includes no event whose transaction has not ended', async () => {
    const documentId = await signOne()
    let finish = () => {}
    const isAdded = Promise.withResolvers<void>()
    const open = portal.db.transaction(async (tx) => {
      await appendEvents(tx, [{ documentId, type: 'downloaded', data: { by: documentId } }])
      isAdded.resolve()
      await new Promise<void>((resolve) => {
        finish = resolve
      })
    })
    await isAdded.promise
    const making = makeDailyHead(deps, '2026-11-05')
    // The head waits for the open transaction, which commits before the last position is read.
    await expect
      .poll(async () => {
        const { rows } = await portal.db.execute(
          sql`select from pg_locks where locktype = 'advisory' and objid = 7223027 and not granted`,
        )
        return rows.length
      })
      .toBeGreaterThan(0)
    finish()
    await Promise.all([open, making])
    expect(await check()).toMatchObject({ count: 4, problems: [] })
  })
})

test('a missing timestamp is added once its server is available', async () => {
  await signOne()
  const settings = { ...deps.settings, timestampUrl: authority.url }
  const away = { ...settings, timestampUrl: 'http://127.0.0.1:9' }
  await makeDailyHead({ ...deps, settings: away }, '2026-11-06')
  expect((await listHeads(portal.db)).every(({ timestamp }) => timestamp === null)).toBe(true)
  await makeDailyHead({ ...deps, settings }, '2026-11-06')
  expect((await listHeads(portal.db)).every(({ timestamp }) => timestamp !== null)).toBe(true)
  expect(await check()).toMatchObject({ count: 5, problems: [] })
})

test('a head is stored even if the operator has no email address', async () => {
  await signOne()
  await makeDailyHead({ ...deps, settings: { ...deps.settings, operatorEmail: undefined } }, '2026-11-07')
  expect(await getHead(portal.db, '2026-11-07')).toBeDefined()
})

/** Checks the heads after changes by somebody with full access to the database, and rolls the changes back. */
const checkAfter = async (...changes: ((tx: Executor) => Promise<unknown>)[]) => {
  const undone = new Error('undone')
  let found: Awaited<ReturnType<typeof check>> | undefined
  const attempt = portal.db.transaction(async (tx) => {
    for (const table of ['agreement_events', 'evidence_heads', 'evidence_head_timestamps'])
      await tx.execute(sql`alter table ${sql.identifier(table)} disable trigger all`)
    for (const change of changes) await change(tx)
    found = await check(tx)
    throw undone
  })
  await expect(attempt).rejects.toBe(undone)
  if (!found) throw new Error('nothing was checked')
  return found
}
const run = (change: SQL) => (tx: Executor) => tx.execute(change)

describe('a change by somebody with full access to the database is found', () => {
  test.each<[string, () => SQL]>([
    [
      'the hash of an event',
      () =>
        sql`update agreement_events set hash = overlay(hash placing 'x' from 9 for 1) where document_id = ${signed} and sequence = 3`,
    ],
    [
      'the last event of a chain',
      () => sql`delete from agreement_events where document_id = ${signed} and sequence = 3`,
    ],
    ['a whole chain', () => sql`delete from agreement_events where document_id = ${signed}`],
    ['a head', () => sql`update evidence_heads set chains = chains + 1 where day = '2026-11-02'`],
    ['the day of a head', () => sql`update evidence_heads set day = '2026-10-31' where day = '2026-11-01'`],
    ['the timestamp of a head', () => sql`update evidence_head_timestamps set at = at + interval '1 second'`],
    [
      'a head of the middle, which is deleted',
      () =>
        sql`with gone as (delete from evidence_head_timestamps) delete from evidence_heads where day = '2026-11-02'`,
    ],
  ])('of %s', async (_what, change) => {
    expect((await checkAfter(run(change()))).problems).not.toEqual([])
  })

  test('of all events, chains and heads at once, by comparison with a head that was emailed', async () => {
    const mailed = (await getHead(portal.db, '2026-11-05'))?.sha256 ?? ''
    expect((await check()).fitting).toContain(mailed)
    const remake = async (tx: Executor) => {
      const { rows } = await tx.execute(sql`
        select document_id as "documentId", sequence, type, at, data, previous_hash as "previousHash"
        from agreement_events where document_id = ${signed} order by sequence`)
      let previousHash = firstHash
      for (const row of rows as unknown as Parameters<typeof eventHash>[0][]) {
        const event = { ...row, at: new Date(row.at), data: { ...row.data, forged: true }, previousHash }
        const hash = eventHash(event)
        await tx.execute(sql`
          update agreement_events set data = ${JSON.stringify(event.data)}::jsonb, previous_hash = ${previousHash}, hash = ${hash}
          where document_id = ${signed} and sequence = ${event.sequence}`)
        previousHash = hash
      }
      await tx.execute(sql`update agreement_chains set hash = ${previousHash} where document_id = ${signed}`)
      const heads = (await listHeads(tx)).map(({ head }) => head)
      await tx.execute(sql`delete from evidence_head_timestamps`)
      await tx.execute(sql`delete from evidence_heads`)
      for (const { day, position } of heads) await addHead(tx, day, position)
    }
    const found = await checkAfter(remake)
    expect(found.problems).toEqual([])
    expect(found.fitting).not.toContain(mailed)
  })
})

test.each(['evidence_heads', 'evidence_head_timestamps'])(
  '%s cannot be changed in the database',
  async (table) => {
    await expect(portal.db.execute(sql`delete from ${sql.identifier(table)}`)).rejects.toMatchObject({
      cause: expect.objectContaining({ message: 'evidence is only ever added to' }),
    })
  },
)
