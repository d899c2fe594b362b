import { hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { checkTimestamp, requestTimestamp } from '#packages/sealed-pdf/timestamp.ts'
import type { Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { getAgreementVersion } from '#server/features/agreement-types/data.ts'
import { claimRegisteredFile, releaseFiles, storeFile } from '#server/features/files/actions.ts'
import { orNotFound } from '#server/http/app-error.ts'
import { fileKey } from '#server/storage/object-keys.ts'
import { appendEvents, listEvents } from '../chain/data.ts'
import { getDocument, getSignature, setFile, signedName } from '../data.ts'
import { signatureSha256, signingEvents } from '../signing/evidence.ts'
import { newAgreementCode } from './agreement-code.ts'
import * as data from './data.ts'
import { reportOverdue } from './overdue.ts'
import type { Sealer } from './sealer.ts'
import { signedAgreementOf } from './signed-agreement-of.ts'

type SealingDeps = Pick<Deps, 'db' | 'store' | 'settings' | 'jobs' | 'baseUrl' | 'log'>

// A job that ran for longer would be taken for a dead one.
const runTimeMs = 60_000

/** The job: seals what is due, the oldest first, and adds timestamps that are missing. It goes on in another job where that takes long. */
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
 * Does one piece in a transaction, which holds its row until it is done or the process is gone: then the next one takes it at once. What
 * fails is tried again later.
 */
const attemptOne = async (
  { db, log }: Pick<Deps, 'db' | 'log'>,
  work: (tx: Executor, report: (documentId: string) => void) => Promise<boolean>,
) => {
  let documentId: string | undefined
  try {
    return await db.transaction((tx) =>
      work(tx, (id) => {
        documentId = id
      }),
    )
  } catch (err) {
    if (!documentId) throw err
    log.error({ err, documentId }, 'an agreement could not be sealed')
    await data.postpone(db, documentId, err instanceof Error ? err.message : String(err))
    return true
  }
}

const sealOne = async (
  deps: SealingDeps,
  sealer: Sealer,
  tx: Executor,
  report: (documentId: string) => void,
) => {
  const due = await data.lockDueSeal(tx)
  if (!due) return false
  const { documentId } = due
  report(documentId)
  const document = orNotFound(await getDocument(tx, documentId))
  const signature = orNotFound(await getSignature(tx, documentId))
  await ensureSigned(deps, documentId)
  const code = newAgreementCode()
  const drawnAt = new Date()
  const events = await listEvents(tx, documentId)
  const { documentType, documentName } = document
  const version = signature.agreementVersion
  const agreement = signedAgreementOf({
    agreement: orNotFound(await getAgreementVersion(tx, documentType, version)),
    signature,
    events,
    code,
    baseUrl: deps.baseUrl(),
    drawnAt,
  })
  const reason = `Signed by ${signature.signerName} in the Partner Portal of ${signature.companyName}`
  const sealed = await sealer.seal({ agreement, reason })
  if (sealed.timestampError) deps.log.warn({ documentId, reason: sealed.timestampError }, 'no timestamp yet')

  const name = `${signedName({ documentName, signedAt: signature.signedAt })}.pdf`
  const bytes = Buffer.from(sealed.pdf)
  const file = await storeFile(deps, { fileName: name, fileType: 'pdf', bytes, objectKey: sealed.sha256 })
  if (hash('sha256', await buffer(await deps.store.read(fileKey(file.objectKey)))) !== sealed.sha256) {
    throw new Error('The object store returned other bytes than it was given')
  }
  await claimRegisteredFile(tx, file)
  await releaseFiles(tx, document.documentPath ? [document.documentPath] : [])
  await setFile(tx, documentId, file)
  await data.addCertificate(tx, {
    sha256: sealer.identity.fingerprint,
    certificate: Buffer.from(sealer.identity.certificate),
  })
  await data.updateSeal(tx, documentId, {
    sealedAt: drawnAt,
    sha256: sealed.sha256,
    code,
    failure: null,
    timestamp: sealed.timestamp === 'failed' ? 'missing' : sealed.timestamp,
  })
  if (due.emailId) await deps.jobs.enqueue(tx, 'signed-mail', { documentId, logId: due.emailId })
  const certificateSha256 = sealer.identity.fingerprint
  await appendEvents(tx, [
    {
      documentId,
      type: 'sealed',
      data: {
        sha256: sealed.sha256,
        size: bytes.length,
        certificateSha256,
        code,
        sealedAt: drawnAt.toISOString(),
      },
    },
  ])
  return true
}

/** What was signed before the portal kept chains gets its events of then, in a transaction of its own: the seal names them. */
const ensureSigned = ({ db }: Pick<Deps, 'db'>, documentId: string) =>
  db.transaction(async (tx) => {
    const signature = orNotFound(await getSignature(tx, documentId))
    const digest = signatureSha256(signature)
    const events = await listEvents(tx, documentId)
    if (events.some(({ type, data: { signatureSha256 } }) => type === 'signed' && signatureSha256 === digest))
      return
    const { id: _id, ...row } = signature
    await appendEvents(tx, signingEvents(row))
  })

const timestampOne = async (sealer: Sealer, tx: Executor, report: (documentId: string) => void) => {
  const url = sealer.timestampUrl
  const due = url && (await data.lockDueTimestamp(tx))
  if (!due || due.sha256 === null) return false
  const { documentId } = due
  report(documentId)
  const digest = Buffer.from(due.sha256, 'hex')
  const token = await requestTimestamp(url, digest, { timeoutMs: 10_000 })
  const { at, authority } = await checkTimestamp(token, digest)
  await data.updateSeal(tx, documentId, { timestamp: 'apart', failure: null })
  const stamped = {
    sha256: due.sha256,
    token: Buffer.from(token).toString('base64'),
    at: at.toISOString(),
    authority,
  }
  await appendEvents(tx, [{ documentId, type: 'timestamped', data: stamped }])
  return true
}
