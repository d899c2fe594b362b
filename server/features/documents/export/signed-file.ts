import { createHash } from 'node:crypto'
import { pipeline, Readable, Transform } from 'node:stream'
import type { ExportedFileKind } from '#contract/documents/agreement-manifest.ts'
import type { Deps } from '#server/deps.ts'
import { onlyClean } from '#server/features/files/scans/clean-files.ts'
import { fileKey } from '#server/storage/object-keys.ts'
import { signedText } from '../signed-text.ts'
import type { SignedDocument } from './data.ts'

/** The file that proves a signature. */
export interface SignedFile {
  kind: ExportedFileKind
  /** The type of the file, which is the extension of its name. */
  fileType: NonNullable<SignedDocument['fileType']>
  /** The size in bytes. */
  size: number
  /** The SHA-256 of the file, in hexadecimal. */
  sha256: string
  open: () => Promise<Readable>
}

type FileDeps = Pick<Deps, 'db' | 'settings' | 'store'>

/**
 * Returns the file that proves the signature of an agreement: its sealed PDF, the signed text until then, or the scan of the paper.
 * If there is no file to export, returns the reason.
 */
export const signedFileOf = async (
  deps: FileDeps,
  document: SignedDocument,
): Promise<SignedFile | 'no_scan' | 'virus_check'> => {
  const { signature, seal, documentPath: objectKey, fileType, fileSize, fileSha256 } = document
  if (signature && !seal?.sealedAt) {
    const bytes = Buffer.from(signedText(signature))
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const open = async () => Readable.from([bytes])
    return { kind: 'signed_text', fileType: 'txt', size: bytes.length, sha256, open }
  }
  if (!objectKey || !fileType || fileSize === null || !fileSha256) return 'no_scan'
  if ((await onlyClean(deps, [{ objectKey }])).length === 0) return 'virus_check'
  const stored = { size: fileSize, sha256: fileSha256 }
  const open = async () => checked(await deps.store.read(fileKey(objectKey)), stored)
  return { kind: signature ? 'sealed_pdf' : 'scan', fileType, ...stored, open }
}

/** Passes bytes through, and fails at their end if they are not the bytes that were stored. */
const checked = (bytes: Readable, stored: Pick<SignedFile, 'size' | 'sha256'>): Readable => {
  const hash = createHash('sha256')
  let size = 0
  const check = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
    flush: (done) => {
      const isSame = size === stored.size && hash.digest('hex') === stored.sha256
      done(isSame ? null : new Error('The file is not the one that was stored'))
    },
  })
  return pipeline(bytes, check, () => {})
}
