// npm run verify-evidence [-- --head hash … certificate.pem …]: reads the same settings as the portal, and changes nothing.
import './quick-drizzle.ts'
import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { StartError } from './start-error.ts'

const { openDatabase } = await import('./db/client.ts')
const { startEmbeddedDatabase } = await import('./db/embedded-database.ts')
const { verifyEvidence } = await import('./features/documents/proof/verify-evidence.ts')
const { createLog } = await import('./log.ts')
const { readSettings } = await import('./settings.ts')
const { createStore } = await import('./storage/create-store.ts')

/** The SHA-256 of each certificate in PEM files. */
const trustedIn = async (paths: string[]) => {
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')))
  const pems = texts.join('\n').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  if (pems.length === 0) throw new StartError('There is no certificate in what was given.')
  return new Set(pems.map((pem) => new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase()))
}

const verify = async (certificates: string[], expected: string[]) => {
  const settings = readSettings(process.env)
  const trusted = certificates.length > 0 ? await trustedIn(certificates) : undefined
  const log = createLog('warn')
  const embedded = settings.databaseUrl
    ? undefined
    : await startEmbeddedDatabase({ dataDir: settings.dataDir, log })
  const connection = embedded?.connection ?? { connectionString: settings.databaseUrl }
  const db = openDatabase(connection, (err) => log.warn({ err }, 'a database connection broke'))
  try {
    const { agreements, sealed, problems, heads } = await verifyEvidence(
      { db, store: await createStore(settings) },
      trusted,
    )
    const lines = [
      ...problems.map(({ documentId, problem }) => `Agreement ${documentId}: ${problem}.`),
      ...heads.problems.map((problem) => `${problem}.`),
      ...expected
        .filter((head) => !heads.fitting.has(head))
        .map((head) => `The head ${head}: these agreements are not those that it was made of.`),
    ]
    for (const line of lines) process.stdout.write(`${line}\n`)
    const result = lines.length === 0 ? 'Everything fits.' : `${lines.length} things do not fit.`
    const counts = `${agreements} agreements, ${sealed} of them sealed, ${heads.count} daily heads.`
    process.stdout.write(`${counts} ${result}\n`)
    return lines.length === 0
  } finally {
    await db.$client.end()
    await embedded?.stop()
  }
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { head: { type: 'string', multiple: true, default: [] } },
  })
  const heads = values.head.map((head) => head.trim().toLowerCase())
  process.exitCode = (await verify(positionals, heads)) ? 0 : 1
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : String(error)}\n`)
  process.exitCode = 2
}
