import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { type SealPart, sealParts } from '#contract/documents/evidence.ts'
import { checkSealedPdf } from '#packages/sealed-pdf/check.ts'
import { checkTimestamp } from '#packages/sealed-pdf/timestamp.ts'
import { fileKey } from '#server/storage/object-keys.ts'
import type { ObjectStore } from '#server/storage/object-store.ts'
import { type Evidence, sealOf } from './data.ts'

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const readFile = (store: ObjectStore, objectKey: string) =>
  store.read(fileKey(objectKey)).then(buffer, () => undefined)

/**
 * Returns the problems with the files of one agreement: its sealed PDFs, or the scan of the paper.
 * @param trusted the SHA-256 of the certificates that seal agreements here
 */
export const checkFiles = async (
  store: ObjectStore,
  evidence: Evidence,
  trusted: ReadonlySet<string>,
): Promise<string[]> => {
  const { document } = evidence
  const sealed = sealParts.map((part) => ({ part, event: sealedEventOf(evidence, part) }))
  const newest = sealed.findLast(({ part, event }) => event || sealOf(evidence, part)?.sealedAt)
  if (!document?.documentPath) return newest ? ['its file is not named'] : []
  const bytes = await readFile(store, document.documentPath)
  if (!bytes) return ['its file is missing']
  const problems: string[] = []
  if (hashOf(bytes) !== document.fileSha256 || bytes.length !== document.fileSize)
    problems.push('its file has been changed')
  for (const { part, event } of sealed) {
    if (!event && !sealOf(evidence, part)?.sealedAt) continue
    if (!event) problems.push('the chain does not have its seal')
    else if (part === newest?.part)
      problems.push(...(await sealProblems(evidence, part, bytes, trusted, 'its file')))
    else {
      const earlier = await readFile(store, String(event.data.sha256))
      const what = "its file without the company's signature"
      if (earlier) problems.push(...(await sealProblems(evidence, part, earlier, trusted, what)))
      else problems.push(`${what} is missing`)
    }
  }
  // A problem that both files have is reported once.
  return [...new Set([...problems, ...(await timestampProblems(evidence))])]
}

// Events from the time when an agreement had only one seal name no part: they are about the partner's signature.
const sealedEventOf = ({ events }: Evidence, part: SealPart) =>
  events.findLast(({ type, data }) => type === 'sealed' && (data.part ?? 'signature') === part)

/** Compares a sealed PDF with the chain and the row of its seal. The sentences about problems call the PDF `what`. */
const sealProblems = async (
  evidence: Evidence,
  part: SealPart,
  bytes: Buffer,
  trusted: ReadonlySet<string>,
  what: string,
) => {
  const sealed = sealedEventOf(evidence, part)?.data
  const seal = sealOf(evidence, part)
  const problems: string[] = []
  if (hashOf(bytes) !== sealed?.sha256 || seal?.sha256 !== sealed.sha256)
    problems.push(`${what} is not the one that was sealed`)
  const isSame = seal?.code === sealed?.code && seal?.sealedAt?.toISOString() === sealed?.sealedAt
  if (!isSame) problems.push('the row of its seal has been changed')
  const check = await checkSealedPdf(bytes)
  if (check.state !== 'intact') problems.push(`the seal of ${what} is not valid (${check.state})`)
  else if (!trusted.has(check.certificateSha256)) problems.push('it is sealed with an unknown certificate')
  return problems
}

const timestampProblems = async ({ events }: Evidence) => {
  const problems: string[] = []
  for (const { type, data } of events) {
    if (type !== 'timestamped') continue
    const token = Buffer.from(String(data.token), 'base64')
    const isValid = await checkTimestamp(token, Buffer.from(String(data.sha256), 'hex')).then(
      () => true,
      () => false,
    )
    if (!isValid) problems.push('its timestamp is not valid')
  }
  return problems
}
