import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Executor } from '#server/db/client.ts'
import { listEvents } from '#server/domain-events/chain/data.ts'
import { fileKey } from '#server/storage/object-keys.ts'
import { createTestApp } from '#test/app.ts'
import { awaitingCompany, countersign } from '#test/countersigning.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { documentIdOf } from '#test/partner-rows.ts'
import { sealAll } from '#test/seals.ts'
import { signing } from '#test/signing.ts'
import { storedFiles } from '#test/stored-files.ts'
import { getSeal } from '../sealing/data.ts'
import { verifyEvidence } from './verify-evidence.ts'

const portal = await createTestApp()
afterAll(() => portal.close())

/**
 * The ids of an agreement that was opened, signed, sealed and downloaded, of one that staff have marked as signed, and of one that the
 * company has signed after its first PDF was sealed.
 */
let signed = ''
let onPaper = ''
let countersigned = ''
beforeAll(async () => {
  const partner = await createPartner(portal)
  const browser = await portal.signIn(partner.user)
  signed = documentIdOf(partner, 'venue_partnership_agreement')
  onPaper = documentIdOf(partner, 'nda')
  await browser.post(`/api/partner/documents/${signed}/reading`, {
    step: 'opened',
    agreementVersion: '2026-11-20',
  })
  const response = await browser.post('/api/partner/documents', signing.venue_partnership_agreement)
  expect(response.statusCode).toBe(201)
  const staff = await portal.signIn(await createUser(portal, { role: 'admin' }))
  const marked = await staff.put(`/api/partner/documents/${onPaper}`, { status: 'signed' })
  expect(marked.statusCode).toBe(200)
  const awaiting = await awaitingCompany(portal)
  countersigned = awaiting.id
  await sealAll(portal)
  await countersign(portal, countersigned, awaiting.textSha256)
  await sealAll(portal)
  await browser.get(`/objects/${(await getSeal(portal.db, signed))?.sha256}`)
})

const verify = (db: Executor = portal.db, trusted?: Set<string>) =>
  verifyEvidence({ db, store: portal.deps.store }, trusted)

/** Returns the problems that are found after a change by somebody with full access to the database, and rolls the change back. */
const namedAfter = async (change: SQL) => {
  const undone = new Error('undone')
  let found: Awaited<ReturnType<typeof verify>> | undefined
  const attempt = portal.db.transaction(async (tx) => {
    const tables = [
      'agreement_events',
      'document_signatures',
      'document_countersignatures',
      'partner_documents',
      'document_seals',
    ]
    for (const table of tables)
      await tx.execute(sql`alter table ${sql.identifier(table)} disable trigger all`)
    await tx.execute(change)
    found = await verify(tx)
    throw undone
  })
  await expect(attempt).rejects.toBe(undone)
  return found?.problems ?? []
}

test('no problem is found where nothing was changed', async () => {
  expect(await verify()).toMatchObject({ agreements: 4, sealed: 2, problems: [], heads: { problems: [] } })
  expect((await listEvents(portal.db, signed)).map(({ type }) => type)).toEqual([
    'created',
    'opened',
    'consented',
    'signed',
    'sealed',
    'downloaded',
  ])
})

/** Builds an expression that changes a column slightly, by one character or a small amount; in JSON, it changes a text value. */
const changed = (type: string, column: SQL) => {
  if (type === 'jsonb') return sql`regexp_replace(${column}::text, '": "(.)', '": "\\1x')::jsonb`
  if (type === 'integer' || type === 'bigint') return sql`${column} + 1000`
  if (type.startsWith('timestamp')) return sql`${column} + interval '1 millisecond'`
  if (type === 'uuid') return sql`gen_random_uuid()`
  return sql`overlay(${column} placing case when substr(${column}, 5, 1) = 'a' then 'b' else 'a' end from 5 for 1)`
}

const columnsOf = async (table: string, except: string[]) => {
  const { rows } = await portal.db.execute<{ name: string; type: string }>(sql`
    select column_name as name, data_type as type from information_schema.columns
    where table_name = ${table} and not column_name = any(${sql.param(except)}::text[])`)
  return rows
}

describe('a change by somebody with full access to the database is found', () => {
  test('of any column of any event', async () => {
    const columns = await columnsOf('agreement_events', ['position', 'type', 'document_id'])
    const missed: string[] = []
    for (const { sequence } of await listEvents(portal.db, signed)) {
      for (const { name, type } of columns) {
        const column = sql.identifier(name)
        const found = await namedAfter(sql`
          update agreement_events set ${column} = ${changed(type, sql`${column}`)}
          where document_id = ${signed} and sequence = ${sequence}`)
        if (!found.some(({ documentId }) => documentId === signed)) missed.push(`${name} of ${sequence}`)
      }
      const found = await namedAfter(sql`
        update agreement_events set type = 'voided' where document_id = ${signed} and sequence = ${sequence}`)
      if (found.length === 0) missed.push(`type of ${sequence}`)
    }
    expect(missed).toEqual([])
  })

  test('of any stored value of the signature', async () => {
    const missed: string[] = []
    for (const { name, type } of await columnsOf('document_signatures', [
      'id',
      'document_id',
      'signer_id',
      'sign_in_method',
    ])) {
      const column = sql.identifier(name)
      const found = await namedAfter(
        sql`update document_signatures set ${column} = ${changed(type, sql`${column}`)} where document_id = ${signed}`,
      )
      if (found.length === 0) missed.push(name)
    }
    expect(missed).toEqual([])
    const method = await namedAfter(
      sql`update document_signatures set sign_in_method = 'passkey' where document_id = ${signed}`,
    )
    expect(method).toEqual([{ documentId: signed, problem: 'its signature has been changed' }])
  })

  test('of any stored value of the signature of the company', async () => {
    const missed: string[] = []
    const except = ['document_id', 'sign_in_method']
    for (const { name, type } of await columnsOf('document_countersignatures', except)) {
      const column = sql.identifier(name)
      const found = await namedAfter(
        sql`update document_countersignatures set ${column} = ${changed(type, sql`${column}`)}`,
      )
      if (!found.some(({ documentId }) => documentId === countersigned)) missed.push(name)
    }
    expect(missed).toEqual([])
    const method = await namedAfter(sql`update document_countersignatures set sign_in_method = 'link'`)
    expect(method).toEqual([
      { documentId: countersigned, problem: "the company's signature has been changed" },
    ])
  })

  test.each([
    ['the signature', sql`delete from document_countersignatures`, "the company's signature is missing"],
    [
      'the seal',
      sql`delete from document_seals where part = 'countersignature'`,
      "the row of the seal of the company's signature is missing",
    ],
    [
      'the code of the seal',
      sql`update document_seals set code = 'AAAA-AAAA-AAAA-AAAA' where part = 'countersignature'`,
      'the row of its seal has been changed',
    ],
    [
      'what it waits for',
      sql`update partner_documents set awaits_countersignature = true`,
      "it waits for the company's signature, but it already has one",
    ],
    [
      'the file, which is the one without it,',
      sql`update partner_documents set
        document_path = seal.sha256, file_sha256 = seal.sha256,
        file_size = (select (data ->> 'size')::int from agreement_events event
          where event.document_id = seal.document_id and event.data ->> 'sha256' = seal.sha256)
        from document_seals seal where seal.document_id = partner_documents.id and seal.part = 'signature'`,
      'its file is not the one that was sealed',
    ],
  ])('of %s of the signature of the company', async (_what, change, problem) => {
    expect(await namedAfter(change)).toContainEqual({ documentId: countersigned, problem })
  })

  test('of one bit of either file of an agreement with both signatures, and a missing file', async () => {
    for (const [part, what] of [
      ['signature', "its file without the company's signature"],
      ['countersignature', 'its file'],
    ] as const) {
      const sha256 = (await getSeal(portal.db, countersigned, part))?.sha256 ?? ''
      const name = (await storedFiles(portal)).find((path) => path.includes(fileKey(sha256))) ?? ''
      const path = join(portal.deps.settings.dataDir, 'objects', name)
      const bytes = await readFile(path)
      const other = Buffer.from(bytes)
      other[1_000] = (other[1_000] ?? 0) ^ 1
      await writeFile(path, other)
      expect((await verify()).problems).toContainEqual({
        documentId: countersigned,
        problem: `${what} is not the one that was sealed`,
      })
      await rm(path)
      expect((await verify()).problems).toEqual([
        { documentId: countersigned, problem: `${what} is missing` },
      ])
      await writeFile(path, bytes)
      expect((await verify()).problems).toEqual([])
    }
  })

  test.each([
    ['the values', sql`signature_data = replace(signature_data, 'Whitfield', 'Whitfielt')`],
    ['the terms', sql`appendix_a = jsonb_set(appendix_a, '{paymentAmount}', '"1"')`],
    ['the time', sql`signed_at = signed_at + interval '1 millisecond'`],
    ['the type', sql`document_type = 'nda'`],
    ['the file', sql`document_path = 'x'`],
    ['the hash of the file', sql`file_sha256 = repeat('0', 64)`],
    ['the size of the file', sql`file_size = file_size + 1`],
    ['the first day', sql`effective_on = '2026-01-01'`],
    ['the last day', sql`ends_on = '2036-01-01'`],
    ['whether it is voided', sql`voided_at = now()`],
    ['the status', sql`status = 'pending', signed_at = null`],
  ])('of %s of an agreement', async (_what, set) => {
    const found = await namedAfter(sql`update partner_documents set ${set} where id = ${signed}`)
    expect(found.map(({ documentId }) => documentId)).toContain(signed)
  })

  test.each([
    ['who marked it', sql`signature_data = replace(signature_data, '@', '.')`],
    ['its scan', sql`document_path = 'x', file_type = 'pdf', file_size = 1, file_sha256 = repeat('0', 64)`],
  ])('of %s, of an agreement on paper', async (_what, set) => {
    const found = await namedAfter(sql`update partner_documents set ${set} where id = ${onPaper}`)
    expect(found.map(({ documentId }) => documentId)).toContain(onPaper)
  })

  test.each([1, 2, 3, 4, 5, 6])('a deleted event: the one of number %i', async (sequence) => {
    const found = await namedAfter(
      sql`delete from agreement_events where document_id = ${signed} and sequence = ${sequence}`,
    )
    const problem = sequence === 6 ? 'event 6 is missing at the end' : `event ${sequence} is missing`
    expect(found).toContainEqual({ documentId: signed, problem })
  })

  test.each([
    ['signature', sql`delete from document_signatures`, 'its signature is missing'],
    ['seal', sql`delete from document_seals`, 'the row of its seal is missing'],
    ['agreement', sql`delete from partner_documents`, 'the agreement is missing'],
    [
      'head',
      sql`update agreement_chains set hash = repeat('0', 64)`,
      'the head of the chain is not its last event',
    ],
    [
      'code',
      sql`update document_seals seal set code = 'AAAA-AAAA-AAAA-AAAA' where not exists (
        select from document_countersignatures own where own.document_id = seal.document_id)`,
      'the row of its seal has been changed',
    ],
  ])('a missing or changed %s', async (_what, change, problem) => {
    expect(await namedAfter(change)).toContainEqual({ documentId: signed, problem })
  })

  test('of one bit of a file, a missing file, and another certificate', async () => {
    const sha256 = (await getSeal(portal.db, signed))?.sha256 ?? ''
    const name = (await storedFiles(portal)).find((path) => path.includes(fileKey(sha256))) ?? ''
    const path = join(portal.deps.settings.dataDir, 'objects', name)
    const bytes = await readFile(path)
    const other = Buffer.from(bytes)
    other[1_000] = (other[1_000] ?? 0) ^ 1
    await writeFile(path, other)
    expect((await verify()).problems.map(({ problem }) => problem)).toContain('its file has been changed')
    await writeFile(path, bytes)
    const { fingerprint } = inject('signingIdentity')
    expect((await verify(portal.db, new Set([fingerprint]))).problems).toEqual([])
    const { problems } = await verify(portal.db, new Set(['0'.repeat(64)]))
    expect(problems).toHaveLength(2)
    for (const documentId of [signed, countersigned]) {
      expect(problems).toContainEqual({ documentId, problem: 'it is sealed with an unknown certificate' })
    }
    await portal.deps.store.remove(fileKey(sha256))
    expect((await verify()).problems).toEqual([{ documentId: signed, problem: 'its file is missing' }])
  })
})

test('a change of the reason for declining or voiding an agreement, or of its last day, is found', async () => {
  const partner = await createPartner(portal)
  const [nda, contract] = [documentIdOf(partner, 'nda'), documentIdOf(partner, 'venue_partnership_agreement')]
  const staff = await portal.signIn(await createUser(portal, { role: 'admin' }))
  await staff.put(`/api/admin/documents/${nda}/dates`, { effectiveOn: '2026-12-01', endsOn: '2049-11-30' })
  await staff.put(`/api/partner/documents/${nda}`, { status: 'signed' })
  const voided = await staff.post(`/api/admin/documents/${nda}/void`, { reason: 'Wrong company' })
  expect(voided.statusCode).toBe(200)
  const own = await portal.signIn(partner.user)
  const declined = await own.post(`/api/partner/documents/${contract}/decline`, { reason: 'Too small' })
  expect(declined.statusCode).toBe(200)
  const named = async (set: SQL, id: string) =>
    (await namedAfter(sql`update partner_documents set ${set} where id = ${id}`))
      .filter(({ documentId }) => documentId === id)
      .map(({ problem }) => problem)
  expect(await named(sql`updated_at = now()`, nda)).toEqual([])
  expect(await named(sql`updated_at = now()`, contract)).toEqual([])
  const dates = ['its effective or end date has been changed']
  expect(await named(sql`ends_on = '2049-12-01'`, nda)).toEqual(dates)
  expect(await named(sql`effective_on = null`, nda)).toEqual(dates)
  const whether = ['whether or when it was voided has been changed']
  expect(await named(sql`voided_at = null, void_reason = null`, nda)).toEqual(whether)
  expect(await named(sql`voided_at = voided_at + interval '1 second'`, nda)).toEqual(whether)
  expect(await named(sql`void_reason = 'Other'`, nda)).toEqual(['why it was voided has been changed'])
  // Erasing the partner deletes the reason, too.
  expect(await named(sql`void_reason = null`, nda)).toEqual([])
  expect(await named(sql`decline_reason = 'Fine'`, contract)).toEqual([
    'why it was declined has been changed',
  ])
})
