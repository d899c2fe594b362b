import { hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { checkTimestamp, requestTimestamp } from '#packages/sealed-pdf/timestamp.ts'
import type { Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { listEvents } from '#server/domain-events/chain/data.ts'
import { record } from '#server/domain-events/record.ts'
import { getAgreementVersion } from '#server/features/agreement-types/data.ts'
import { claimRegisteredFile, releaseFiles, storeFile } from '#server/features/files/actions.ts'
import { orNotFound } from '#server/http/app-error.ts'
import { fileKey } from '#server/storage/object-keys.ts'
import { type CountersignatureRow, getCountersignature } from '../countersigning/data.ts'
import { getDocument, getSignature, type Signature, setFile } from '../data.ts'
import { documentSealed, documentTimestamped, earlierSignatureAdded } from '../events.ts'
import { sealedName } from '../files/data.ts'
import { signatureSha256 } from '../signing/evidence.ts'
import { newAgreementCode } from './agreement-code.ts'
import * as data from './data.ts'
import { reportOverdue } from './overdue.ts'
import type { Sealer } from './sealer.ts'
import { signedAgreementOf } from './signed-agreement-of.ts'

type SealingDeps = Pick<Deps, 'db' | 'store' | 'settings' | 'jobs' | 'baseUrl' | 'log'>

// The job stops well before five minutes, after which it would count as failed.
const runTimeMs = 60_000

/** The job that seals what is due, the oldest first, then adds missing timestamps. If sealing takes long, it continues in another job. */
export const sealAgreements = async (deps: SealingDeps, sealer: Sealer) => {
  const until = Date.now() + runTimeMs
  while (await attemptOne(deps, (tx, report) => sealOne(deps, sealer, tx, report))) {
    if (sealer.isStopping) return
    if (Date.now() > until) return deps.jobs.enqueue(deps.db, 'seal-agreements', {})
  }
  await reportOverdue(deps)
  while (await attemptOne(deps, (tx, report) => timestampOne(sealer, tx, report))) {
    if (sealer.isStopping || Date.now() > until) return
  }
}

/**
 * Processes one seal in a transaction, which locks the seal's row until it ends. If the process dies, another one can continue at once.
 * After a failure, the seal is tried again later.
 */
const attemptOne = async (
  { db, log }: Pick<Deps, 'db' | 'log'>,
  work: (tx: Executor, report: (seal: data.SealKey) => void) => Promise<boolean>,
) => {
  let seal: data.SealKey | undefined
  try {
    return await db.transaction((tx) =>
      work(tx, (locked) => {
        seal = locked
      }),
    )
  } catch (err) {
    if (!seal) throw err
    const { documentId, part } = seal
    log.error({ err, documentId, part }, 'an agreement could not be sealed')
    await data.postpone(db, seal, err instanceof Error ? err.message : String(err))
    return true
  }
}

const sealOne = async (
  deps: SealingDeps,
  sealer: Sealer,
  tx: Executor,
  report: (seal: data.SealKey) => void,
) => {
  const due = await data.lockDueSeal(tx)
  if (!due) return false
  const { documentId, part } = due
  report(due)
  const document = orNotFound(await getDocument(tx, documentId))
  const signature = orNotFound(await getSignature(tx, documentId))
  const countersignature = part === 'signature' ? null : orNotFound(await getCountersignature(tx, documentId))
  await ensureSigned(deps, documentId)
  const code = newAgreementCode()
  const drawnAt = new Date()
  const events = await listEvents(tx, documentId)
  const { documentType, documentName } = document
  const version = signature.agreementVersion
  const agreement = signedAgreementOf({
    agreement: orNotFound(await getAgreementVersion(tx, documentType, version)),
    signature,
    countersignature,
    events,
    code,
    baseUrl: deps.baseUrl(),
    drawnAt,
  })
  const sealed = await sealer.seal({ agreement, reason: reasonOf(signature, countersignature) })
  if (sealed.timestampError) deps.log.warn({ documentId, reason: sealed.timestampError }, 'no timestamp yet')

  const { signedAt } = signature
  const name = `${sealedName({ documentName, signedAt, countersignedAt: countersignature?.signedAt ?? null })}.pdf`
  const bytes = Buffer.from(sealed.pdf)
  const file = await storeFile(deps, { fileName: name, fileType: 'pdf', bytes, objectKey: sealed.sha256 })
  if (hash('sha256', await buffer(await deps.store.read(fileKey(file.objectKey)))) !== sealed.sha256) {
    throw new Error('The object store returned other bytes than it was given')
  }
  await claimRegisteredFile(tx, file)
  // The PDF with only the partner's signature stays, since whoever has a copy can still verify it.
  if (part === 'signature' && document.documentPath) await releaseFiles(tx, [document.documentPath])
  await setFile(tx, documentId, file)
  await data.addCertificate(tx, {
    sha256: sealer.identity.fingerprint,
    certificate: Buffer.from(sealer.identity.certificate),
  })
  await data.updateSeal(tx, due, {
    sealedAt: drawnAt,
    sha256: sealed.sha256,
    code,
    failure: null,
    timestamp: sealed.timestamp === 'failed' ? 'missing' : sealed.timestamp,
  })
  if (due.emailId) await deps.jobs.enqueue(tx, 'signed-mail', { documentId, logId: due.emailId, part })
  const certificateSha256 = sealer.identity.fingerprint
  const { sha256 } = sealed
  const seal = { sha256, size: bytes.length, certificateSha256, code, part, sealedAt: drawnAt.toISOString() }
  await record(tx, documentSealed, null, { document, seal })
  return true
}

const reasonOf = ({ signerName, companyName }: Signature, countersignature: CountersignatureRow | null) =>
  countersignature
    ? `Signed by ${signerName}, and for ${companyName} by ${countersignature.signerName}, in its Partner Portal`
    : `Signed by ${signerName} in the Partner Portal of ${companyName}`

/** Adds the events of a signature that is older than the chains, in a transaction of its own, so that the seal includes them. */
const ensureSigned = ({ db }: Pick<Deps, 'db'>, documentId: string) =>
  db.transaction(async (tx) => {
    const signature = orNotFound(await getSignature(tx, documentId))
    const digest = signatureSha256(signature)
    const events = await listEvents(tx, documentId)
    if (events.some(({ type, data: { signatureSha256 } }) => type === 'signed' && signatureSha256 === digest))
      return
    await record(tx, earlierSignatureAdded, null, { document: { id: documentId }, signature })
  })

const timestampOne = async (sealer: Sealer, tx: Executor, report: (seal: data.SealKey) => void) => {
  const url = sealer.timestampUrl
  const due = url && (await data.lockDueTimestamp(tx))
  if (!due || due.sha256 === null) return false
  const { documentId } = due
  report(due)
  const digest = Buffer.from(due.sha256, 'hex')
  const token = await requestTimestamp(url, digest, { timeoutMs: 10_000 })
  const { at, authority } = await checkTimestamp(token, digest)
  await data.updateSeal(tx, due, { timestamp: 'apart', failure: null })
  const timestamp = {
    sha256: due.sha256,
    token: Buffer.from(token).toString('base64'),
    at: at.toISOString(),
    authority,
  }
  await record(tx, documentTimestamped, null, { document: { id: documentId }, timestamp })
  return true
}
