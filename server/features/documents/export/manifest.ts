import { randomUUID, X509Certificate } from 'node:crypto'
import { open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type ExportManifest,
  type ManifestAgreement,
  manifestFormatVersion,
} from '#contract/documents/agreement-manifest.ts'
import type { Executor } from '#server/db/client.ts'
import type { ZipEntry } from '#server/features/files/zip.ts'
import { listCertificates } from '#server/features/verification/data.ts'

export const manifestName = 'manifest.json'

type ManifestHead = Omit<ExportManifest, 'formatVersion' | 'certificates' | 'agreements'>

/** The manifest of an export, which grows with each agreement that has been sent. */
export interface Manifest {
  add(agreement: ManifestAgreement): Promise<void>
  /** Completes the manifest, and returns it as the last entry of the archive. */
  finish(): Promise<ZipEntry>
  close(): Promise<void>
}

/**
 * Begins a manifest. It grows in a file instead of in memory. The file is unlinked at once, so nothing is left of it when the process ends.
 * @param folder where the file is created
 */
export const openManifest = async (db: Executor, folder: string, head: ManifestHead): Promise<Manifest> => {
  const certificates = (await listCertificates(db)).map(({ sha256, certificate, firstUsedAt }) => ({
    sha256,
    firstUsedAt: firstUsedAt.toISOString(),
    pem: new X509Certificate(certificate).toString(),
  }))
  const path = join(folder, `manifest-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  let separator = '\n'
  try {
    await unlink(path)
    const begun = JSON.stringify({ formatVersion: manifestFormatVersion, ...head, certificates }, null, 2)
    await file.appendFile(begun.replace(/\n}$/, ',\n  "agreements": ['))
  } catch (error) {
    await file.close()
    throw error
  }
  return {
    add: async (agreement) => {
      await file.appendFile(`${separator}    ${JSON.stringify(agreement)}`)
      separator = ',\n'
    },
    finish: async () => {
      await file.appendFile('\n  ]\n}\n')
      const read = () => file.createReadStream({ start: 0, autoClose: false })
      return { name: manifestName, date: new Date(head.exportedAt), read }
    },
    close: () => file.close(),
  }
}
