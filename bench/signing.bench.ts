// Signing: how long the call takes, how soon afterwards the PDF is sealed, and 1,000 signatures in a minute. Goals: all are sealed within
// ten minutes, and meanwhile the p99 of other calls stays below twice its usual value.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { newToken, sha256 } from '#server/sessions/sessions.ts'
import { startTestPostgres } from '#test/postgres.ts'
import { demoCookie, startServerProcess } from '#test/server-process.ts'
import { signing } from '#test/signing.ts'
import { memoryGrowth, memoryOf } from './process-memory.ts'
import { median, report } from './report.ts'

const lone = 60
const warmUp = 20
const burst = 1000
const burstMs = 60_000
const quietMs = 30_000

const dataDir = await mkdtemp(join(tmpdir(), 'signing-bench-'))
const postgres = await startTestPostgres()
const portal = await startServerProcess({
  DATABASE_URL: postgres.url,
  DATA_DIR: dataDir,
  DEMO: 'on',
  PORT: '0',
})
const pid = portal.child.pid ?? 0
const client = new pg.Client(postgres.url)
await client.connect()
const query = async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
  (await client.query<R>(text, values)).rows
const count = async (text: string) => (await query<{ count: number }>(text))[0]?.count ?? 0

/** Creates partners in onboarding who have both agreements to sign, and returns a session cookie of each. */
const createSigners = async (signers: number) => {
  const tokens = Array.from({ length: signers }, newToken)
  await query(
    `with people as (
       insert into users (email, first_name, last_name, role)
       select 'signer-' || n || '@example.com', 'Signer', 'Number ' || n, 'user' from generate_series(1, $1::int) n
       returning id, email
     ), profiles as (
       insert into partner_profiles (user_id, full_name, email, state, business_name, main_marketing_contact,
         business_website, marketing_contact_email, onboarding_status)
       select id, 'Dana Whitfield', email, 'AL', 'Harborview Hall LLC', 'Dana', 'https://example.com', email, 'documents'
       from people returning id
     ), documents as (
       insert into partner_documents (partner_id, document_type)
       select id, type from profiles, unnest(array['nda', 'venue_partnership_agreement']) as type
     )
     insert into sessions (sid, user_id, sess, expire)
     select given.sid, people.id, $3::jsonb, now() + interval '2 hours'
     from (select sid, row_number() over () as at from unnest($2::text[]) as sid) given
     join (select id, row_number() over () as at from people) people using (at)`,
    [signers, tokens.map(sha256), JSON.stringify({ method: 'code', signedInAt: new Date().toISOString() })],
  )
  return tokens.map((token) => `session=${token}`)
}

/** Signs an agreement. @returns the duration of the call, in milliseconds @throws Error when the call was refused */
const sign = async (cookie: string) => {
  const start = performance.now()
  const response = await fetch(`${portal.url}/api/partner/documents`, {
    method: 'POST',
    headers: { cookie, origin: portal.url, 'content-type': 'application/json' },
    body: JSON.stringify(signing.nda),
  })
  if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`)
  await response.arrayBuffer()
  return performance.now() - start
}

const unsealed = () => count('select count(*)::int as count from document_seals where sealed_at is null')
const sealed = async () => {
  while ((await unsealed()) > 0) await sleep(250)
}

const reads = ['/api/partner/documents', '/api/partner/tasks', '/api/partner/profile', '/api/resources']

/** Reads as four partners do, each ten times a second, until `isOver`. @returns the durations of all calls, in milliseconds */
const readUntil = async (cookie: string, isOver: () => boolean) => {
  const times: number[] = []
  const read = async (path: string) => {
    while (!isOver()) {
      const start = performance.now()
      const response = await fetch(`${portal.url}${path}`, { headers: { cookie } })
      if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
      await response.arrayBuffer()
      const took = performance.now() - start
      times.push(took)
      await sleep(Math.max(0, 100 - took))
    }
  }
  await Promise.all(reads.map(read))
  return times
}
const percentile = (values: number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN

try {
  const signers = await createSigners(lone + burst)
  await query('vacuum analyze')
  await sealed()

  const calls: number[] = []
  for (const cookie of signers.slice(0, lone)) {
    calls.push(await sign(cookie))
    // Sign one at a time, so that no seal waits for another.
    await sealed()
  }
  await sealed()
  const seals = await query<{ ms: number }>(
    `select extract(epoch from seal.sealed_at - signature.signed_at)::float8 * 1000 as ms
     from document_seals seal join document_signatures signature using (document_id)
     where signature.signer_email like 'signer-%' order by signature.signed_at`,
  )
  await query('create table bare (like document_signatures including all)')
  const bare: number[] = []
  for (let round = 0; round < lone; round += 1) {
    const start = performance.now()
    await query('insert into bare select * from document_signatures order by signed_at limit 1 offset $1', [
      round,
    ])
    bare.push(performance.now() - start)
  }

  const reader = await demoCookie(portal.url, 'partner@demo.test')
  const quietEnd = performance.now() + quietMs
  const quiet = await readUntil(reader, () => performance.now() > quietEnd)

  let isOver = false
  const busy = readUntil(reader, () => isOver)
  const began = performance.now()
  const memoryBefore = await memoryOf(pid)
  let inBurst: number[] = []
  let signedMs = 0
  const growth = await memoryGrowth(pid, async () => {
    inBurst = await Promise.all(
      signers.slice(lone).map(async (cookie, index) => {
        await sleep((index / burst) * burstMs)
        return sign(cookie)
      }),
    )
    signedMs = performance.now() - began
    await sealed()
  })
  const sealedMs = performance.now() - began
  isOver = true
  const during = await busy

  process.stdout.write(
    `${burst} signatures in ${(signedMs / 1000).toFixed(1)} s, their p50 ${median(inBurst).toFixed(1)} ms and p99 ${percentile(inBurst, 0.99).toFixed(1)} ms; ${quiet.length} other calls before and ${during.length} meanwhile\n`,
  )
  report(
    'POST /api/partner/documents, p50',
    'ms',
    calls.slice(warmUp),
    { name: 'bare insert of the signature alone', values: bare.slice(warmUp) },
    { text: 'p50 under 30 ms', reached: (own) => own < 30 },
  )
  report(
    'Sealed after the signature',
    'ms',
    seals.slice(warmUp).map(({ ms }) => ms),
    { name: 'the call that signs', values: calls.slice(warmUp) },
    { text: 'under 500 ms', reached: (own) => own < 500 },
  )
  report(
    `${burst} signatures in a minute, all sealed`,
    's',
    [sealedMs / 1000],
    { name: 'all signed', values: [signedMs / 1000] },
    { text: 'within 600 s', reached: (own) => own < 600 },
  )
  report(
    'Other calls meanwhile, p99',
    'ms',
    [percentile(during, 0.99)],
    { name: 'without signatures', values: [percentile(quiet, 0.99)] },
    { text: 'under twice', reached: (own, other) => own < 2 * other },
  )
  report(
    "Memory of the server's process meanwhile",
    'MB',
    [memoryBefore + growth],
    { name: 'before', values: [memoryBefore] },
    { text: 'under 600 MB', reached: (own) => own < 600 },
  )
} finally {
  await client.end()
  await portal.stop()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
