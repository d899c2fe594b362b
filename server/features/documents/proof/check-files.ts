import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { checkSealedPdf } from '#packages/sealed-pdf/check.ts'
import { checkTimestamp } from '#packages/sealed-pdf/timestamp.ts'
import { fileKey } from '#server/storage/object-keys.ts'
import type { ObjectStore } from '#server/storage/object-store.ts'
import type { Evidence } from './data.ts'

/**
 * What does not fit in the files of one agreement: its sealed PDF, or the scan of the paper.
 * @param trusted the SHA-256 of the certificates that seal agreements here
 */
export const checkFiles = async (
  store: ObjectStore,
  evidence: Evidence,
  trusted: ReadonlySet<string>,
): Promise<string[]> => {
  const { document, events, seal } = evidence
  if (!document?.documentPath) return seal?.sealedAt ? ['its file is not named'] : []
  const bytes = await store.read(fileKey(document.documentPath)).then(buffer, () => undefined)
  if (!bytes) return ['its file is missing']
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const problems: string[] = []
  if (sha256 !== document.fileSha256 || bytes.length !== document.fileSize)
    problems.push('its file has been changed')
  const sealed = events.findLast(({ type }) => type === 'sealed')?.data
  if (!seal?.sealedAt && !sealed) return problems
  if (!sealed) return [...problems, 'the chain does not have its seal']
  if (sha256 !== sealed.sha256 || seal?.sha256 !== sealed.sha256)
    problems.push('its file is not the one that was sealed')
  const isSame = seal?.code === sealed.code && seal?.sealedAt?.toISOString() === sealed.sealedAt
  if (!isSame) problems.push('the row of its seal has been changed')
  const check = await checkSealedPdf(bytes)
  if (check.state !== 'intact') problems.push(`its seal does not hold (${check.state})`)
  else if (!trusted.has(check.certificateSha256)) problems.push('it is sealed with an unknown certificate')
  return [...problems, ...(await timestampProblems(evidence))]
}

const timestampProblems = async ({ events }: Evidence) => {
  const stamped = events.findLast(({ type }) => type === 'timestamped')?.data
  if (!stamped) return []
  const token = Buffer.from(String(stamped.token), 'base64')
  const digest = Buffer.from(String(stamped.sha256), 'hex')
  return checkTimestamp(token, digest).then(
    () => [],
    () => ['its timestamp does not hold'],
  )
}
