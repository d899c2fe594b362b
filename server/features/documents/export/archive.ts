import type { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import type { ManifestAgreement } from '#contract/documents/agreement-manifest.ts'
import type { Database } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { type AgreementEvent, listEvents } from '#server/domain-events/chain/data.ts'
import { record } from '#server/domain-events/record.ts'
import { distinctNames, downloadName, folderName } from '#server/features/files/file-name.ts'
import type { ZipEntry } from '#server/features/files/zip.ts'
import { documentExported } from '../events.ts'
import { sealedName } from '../files/data.ts'
import { type ExportFilter, getSigned, listSigned, lockUnchanged, type SignedDocument } from './data.ts'
import { manifestName, openManifest } from './manifest.ts'
import { type SignedFile, signedFileOf } from './signed-file.ts'

type ArchiveDeps = Pick<Deps, 'db' | 'settings' | 'store' | 'baseUrl'>

interface Given {
  filter: ExportFilter
  exportedBy: Actor
  exportedAt: Date
  log: FastifyBaseLogger
  /** Called after each agreement has been sent. */
  onAgreement: () => void
  /** Called after the whole archive has been sent. */
  onEnd: () => Promise<void>
}

/**
 * Yields the entries of an export of signed agreements: a folder for each partner with the files that prove signatures, then the manifest.
 * Each agreement is read only when its turn comes, and its download becomes part of its evidence. The export fails when a file is missing
 * or is not the one that was stored.
 */
export async function* agreementArchive(deps: ArchiveDeps, given: Given): AsyncGenerator<ZipEntry> {
  const { filter, exportedBy, exportedAt, log } = given
  const pathOf = archivePaths()
  const manifest = await openManifest(deps.db, deps.settings.dataDir, {
    portal: deps.baseUrl(),
    company: deps.settings.companyName,
    exportedAt: exportedAt.toISOString(),
    exportedBy: { id: exportedBy.id, email: exportedBy.email },
    filter: { partnerId: null, from: null, to: null, ...filter },
  })
  try {
    for await (const id of listSigned(deps.db, filter, exportedAt)) {
      const report = (err: Error) => log.error({ err, documentId: id }, 'an agreement could not be exported')
      const taken = await takeAgreement(deps, id, exportedBy, report).catch((err) => {
        report(err)
        throw err
      })
      if (!taken) continue
      const { document, content } = taken
      const path = typeof taken.file === 'string' ? null : pathOf(document, taken.file.fileType)
      if (path && content) {
        try {
          yield { name: path, date: document.signedAt, read: () => content }
        } finally {
          content.destroy()
        }
      }
      await manifest.add(toManifest(taken, path))
      given.onAgreement()
    }
    yield await manifest.finish()
    await given.onEnd()
  } finally {
    await manifest.close()
  }
}

interface Taken {
  document: SignedDocument
  /** The file that proves the signature, or the reason why the export has none. */
  file: Awaited<ReturnType<typeof signedFileOf>>
  content: Readable | undefined
  events: AgreementEvent[]
}

/**
 * Opens the file of an agreement, and adds the download to its chain; returns undefined when the agreement is no longer signed.
 * @param report called with each error that occurs while the file is read
 */
const takeAgreement = async (
  deps: ArchiveDeps,
  id: string,
  by: Actor,
  report: (error: Error) => void,
): Promise<Taken | undefined> => {
  const document = await getSigned(deps.db, id)
  if (!document) return undefined
  const file = await signedFileOf(deps, document)
  if (typeof file === 'string') {
    return { document, file, content: undefined, events: await listEvents(deps.db, id) }
  }
  const content = await file.open()
  content.on('error', report)
  try {
    const events = await recordExported(deps.db, document, by)
    if (events) return { document, file, content, events }
  } catch (error) {
    content.destroy()
    throw error
  }
  // The agreement was sealed or its signature was taken back in the meantime, so read it again.
  content.destroy()
  return takeAgreement(deps, id, by, report)
}

/** Adds the download to an agreement's chain and returns the chain; undefined if the agreement has changed. Locks the chain briefly. */
const recordExported = (db: Database, document: SignedDocument, by: Actor) =>
  db.transaction(async (tx) => {
    if (!(await lockUnchanged(tx, document))) return undefined
    await record(tx, documentExported, by, { document })
    return listEvents(tx, document.id)
  })

/** Gives each partner a folder and each agreement a name in it. */
const archivePaths = () => {
  const folderOf = distinctNames({ areFolders: true })
  // Reserve the name of the manifest, so that no folder gets it.
  folderOf(manifestName)
  const folders = new Map<string, { name: string; nameOf: (name: string) => string }>()
  return (
    { partner, documentName, signedAt, countersignature, seal }: SignedDocument,
    fileType: SignedFile['fileType'],
  ) => {
    const folder = folders.get(partner.id) ?? {
      name: folderOf(folderName(partner.businessName, 'Partner')),
      nameOf: distinctNames(),
    }
    folders.set(partner.id, folder)
    const countersignedAt = seal?.part === 'countersignature' ? (countersignature?.signedAt ?? null) : null
    const name = sealedName({ documentName, signedAt, countersignedAt })
    return `${folder.name}/${folder.nameOf(downloadName(name, fileType))}`
  }
}

const toManifest = ({ document, file, events }: Taken, path: string | null): ManifestAgreement => {
  const { signature, countersignature, seal } = document
  const head = events.at(-1)
  return {
    id: document.id,
    partner: document.partner,
    type: document.documentType,
    name: document.documentName,
    title: document.documentTitle,
    textVersion: signature?.agreementVersion ?? null,
    signed: signature ? 'electronically' : 'on_paper',
    sealedAt: seal?.sealedAt?.toISOString() ?? null,
    signedAt: document.signedAt.toISOString(),
    effectiveOn: document.effectiveOn,
    endsOn: document.endsOn,
    voidedAt: document.voidedAt?.toISOString() ?? null,
    signerName: signature?.signerName ?? null,
    countersignature: countersignature && {
      ...countersignature,
      signedAt: countersignature.signedAt.toISOString(),
      isInFile: seal?.part === 'countersignature',
    },
    file:
      typeof file === 'string' || path === null
        ? null
        : { path, kind: file.kind, size: file.size, sha256: file.sha256 },
    noFile: typeof file === 'string' ? file : null,
    verificationCode: seal?.code ?? null,
    chain: head
      ? {
          sequence: head.sequence,
          hash: head.hash,
          events: events.map(({ sequence, type, at, hash }) => ({
            sequence,
            type,
            at: at.toISOString(),
            hash,
          })),
        }
      : null,
  }
}
