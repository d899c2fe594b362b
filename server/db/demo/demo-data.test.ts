import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { agreementForms } from '#contract/documents/agreements/agreement-forms.ts'
import { formValues } from '#contract/documents/agreements/agreement-values.ts'
import { documentSignatures } from '#server/db/schema/signatures.ts'
import { verifyEvidence } from '#server/features/documents/proof/verify-evidence.ts'
import { sha256 } from '#server/sessions/sessions.ts'
import { fileKey } from '#server/storage/object-keys.ts'
import { createTestApp } from '#test/app.ts'
import { addDemoData } from './demo-data.ts'
import { daysAgo } from './moments.ts'
import { demoPartners } from './partners.ts'
import { contractValuesOf, ndaValuesOf } from './terms.ts'

const portal = await createTestApp({ settings: { DEMO: 'on' } })
const { db, deps } = portal
await addDemoData(db, deps.settings, deps.store)
afterAll(portal.close)

const numberOf = async (query: ReturnType<typeof sql>) =>
  Number((await db.execute<{ count: string }>(sql`select count(*) from (${query}) as found`)).rows[0]?.count)

/** Returns in how many of the twelve weeks of the overview something happened. */
const weeksWith = (table: string, column: string) =>
  numberOf(sql`
    select distinct date_trunc('week', ${sql.raw(column)} at time zone 'utc') from ${sql.raw(table)}
    where ${sql.raw(column)} >= (date_trunc('week', now() at time zone 'utc') - interval '11 weeks') at time zone 'utc'`)

test('the data is spread over the weeks of the overview, and nothing has happened in the future', async () => {
  for (const [table, column] of [
    ['partner_documents', 'signed_at'],
    ['resource_downloads', 'downloaded_at'],
    ['chat_messages', 'created_at'],
    ['partner_tasks', 'created_at'],
    ['partner_activities', 'created_at'],
  ] as const) {
    expect(await weeksWith(table, column), table).toBeGreaterThanOrEqual(8)
    expect(await numberOf(sql`select from ${sql.raw(table)} where ${sql.raw(column)} > now()`), table).toBe(0)
  }
  for (const table of [
    'audit_log where at',
    'users where last_seen_at',
    'email_notification_logs where created_at',
  ]) {
    expect(await numberOf(sql`select from ${sql.raw(table)} > now()`), table).toBe(0)
  }
})

test('partners and tasks are in every state', async () => {
  const states = async (column: string, table: string) =>
    (await db.execute(sql`select distinct ${sql.raw(column)} as state from ${sql.raw(table)}`)).rows
      .map(({ state }) => state)
      .sort()
  expect(await states('onboarding_status', 'partner_profiles')).toEqual(['completed', 'documents', 'profile'])
  expect(await states('status', 'partner_tasks')).toEqual(['completed', 'in_progress', 'pending'])
  expect(await states('status', 'email_notification_logs')).toEqual(['bounced', 'failed', 'sent'])
  for (const found of [
    sql`select from partner_tasks where status <> 'completed' and due_date < now()`,
    sql`select from partner_tasks where status <> 'completed' and due_date between now() and now() + interval '7 days'`,
    sql`select from partner_tasks where status = 'completed' and accepted_at is null`,
    sql`select from partner_activities where activity_type = 'task_sent_back'`,
    sql`select from partner_tasks where sent_back_at is not null and sent_back_reason is not null`,
    sql`select from partner_documents where status = 'pending' and appendix_a is not null`,
    sql`select from partner_documents where signature_data like '%"signedOn":"paper"%' and document_path is not null`,
    sql`select from partner_documents where declined_at is not null`,
    sql`select from partner_documents where voided_at is not null`,
    sql`select from partner_documents where status = 'signed' and ends_on > now()`,
    sql`select from obligations where status = 'open' and due_on < current_date`,
    sql`select from obligations where status = 'done' and paid_cents > 0`,
    sql`select from activation_recaps where submitted_at is not null`,
    sql`select from partner_activations where stage = 'confirmed' and document_id is not null`,
    sql`select from chat_conversations where waiting_since is not null`,
    sql`select from chat_conversations where closed_at is not null`,
  ]) {
    expect(await numberOf(found)).toBeGreaterThan(0)
  }
})

test('agreements are signed with values that signing accepts, and with their evidence', async () => {
  for (const partner of demoPartners) {
    const [, profile, nda, contract] = partner.steps
    if (profile === undefined) continue
    const [ndaAt, contractAt] = [daysAgo(nda ?? 0), daysAgo(contract ?? 0)]
    const nda_ = formValues(agreementForms.nda).safeParse(ndaValuesOf(partner, ndaAt))
    expect(nda_.error?.issues).toBeUndefined()
    const contract_ = formValues(agreementForms.venue_partnership_agreement).safeParse(
      contractValuesOf(partner, contractAt),
    )
    expect(contract_.error?.issues).toBeUndefined()
  }
  const signatures = await db.select().from(documentSignatures)
  expect(signatures.length).toBeGreaterThan(30)
  for (const { agreementText, agreementSha256, values, ...signature } of signatures) {
    const signedOn = signature.signedAt.toISOString().slice(0, 10)
    expect(values.signatureDate ?? values.partnershipSignatureDate).toBe(signedOn)
    // The text contains no dates in ISO format.
    expect(agreementText).not.toMatch(/\d{4}-\d\d-\d\d/)
    expect(sha256(agreementText)).toBe(agreementSha256)
    expect(values.digitalSignature).toMatch(/^\/s\/ \w/)
  }
})

test('the evidence chains match the stored agreements', async () => {
  expect((await verifyEvidence({ db, store: deps.store })).problems).toEqual([])
})

test('every file that a row refers to is stored, and the download counts match the recorded downloads', async () => {
  const { rows } = await db.execute<{ key: string }>(sql`
    select object_key as key from user_pictures union all select file_path from task_proofs
    union all select file_path from activation_photos
    union all select document_path from partner_documents where document_path is not null
    union all select object_key from resource_files`)
  // The job that seals agreements has not added its files yet.
  expect(rows.length).toBeGreaterThan(40)
  for (const { key } of rows) expect(await deps.store.size(fileKey(key))).toBeGreaterThan(0)
  expect(
    await numberOf(sql`
      select from resource_files as file
      where download_count <> (select count(*) from resource_downloads where resource_id = file.id)`),
  ).toBe(0)
})

test('messages are numbered in the order of their times', async () => {
  expect(
    await numberOf(sql`
      select from chat_messages as message join chat_messages as next
        on next.conversation_id = message.conversation_id and next.seq = message.seq + 1
      where next.created_at < message.created_at`),
  ).toBe(0)
})

test('everybody has notifications of what happened, and some of them are unread', async () => {
  const noticesOf = (email: string, condition: ReturnType<typeof sql>) =>
    numberOf(
      sql`select from notifications join users on users.id = user_id where email = ${email} and ${condition}`,
    )
  for (const email of ['partner@demo.test', 'support@demo.test']) {
    expect(await noticesOf(email, sql`seen_at is null`), email).toBeGreaterThan(0)
    expect(await noticesOf(email, sql`seen_at is not null`), email).toBeGreaterThan(3)
  }
  expect(await noticesOf('pending@demo.test', sql`kind = 'agreement_waiting'`)).toBeGreaterThan(0)
  expect(await numberOf(sql`select from notifications where created_at > now() or seen_at > now()`)).toBe(0)
  // No email is due for events before the portal's start.
  expect(await numberOf(sql`select from notifications where email_due_at is not null`)).toBe(0)
})

test('a second start changes nothing', async () => {
  const counts = () =>
    db.execute(sql`
      select (select count(*) from users) as users, (select count(*) from audit_log) as events,
        (select count(*) from resource_files) as files, (select count(*) from partner_activities) as activities`)
  const before = (await counts()).rows
  await addDemoData(db, deps.settings, deps.store)
  expect((await counts()).rows).toEqual(before)
})
