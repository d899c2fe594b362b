import type { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { crc32, createGunzip } from 'node:zlib'
import { type Entry, openPromise } from 'yauzl'
import { StartError } from '#server/start-error.ts'
import { hashed } from './hashed.ts'
import { Manifest, pathIn } from './manifest.ts'

/** Creates the error for a damaged backup. `what` says what is wrong with the backup. */
export const damaged = (what: string) =>
  new StartError(`The backup is damaged: ${what}. Use another one; nothing was restored from this one.`)

/** Parses JSON; undefined for anything else. */
const asJson = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}

/** A backup that has been opened. Everything that is read from it is compared with the hashes of its manifest. */
export interface Archive {
  manifest: Manifest
  /** Reads the rows of a table. @throws StartError at the end of the rows, when they are not those that were written */
  table(table: Manifest['tables'][number]): Promise<Readable>
  object(object: Manifest['objects'][number]): Promise<Readable>
  jobs(): Promise<string>
  signingKey(): Promise<string | null>
  close(): void
}

/** Opens a backup. @throws StartError when the file is not a backup, or is damaged */
export const openArchive = async (path: string): Promise<Archive> => {
  const file = await openPromise(path, { lazyEntries: true, autoClose: false }).catch((error) => {
    if (error.code === 'ENOENT') throw new StartError(`There is no file ${path}.`)
    throw damaged(`it is not a complete zip archive (${error.message})`)
  })
  const entries = new Map<string, Entry>()
  for await (const entry of file.eachEntry()) entries.set(entry.fileName, entry)

  const open = async (name: string) => {
    const entry = entries.get(name)
    if (!entry) throw damaged(`${name} is missing`)
    return file.openReadStreamPromise(entry)
  }

  const openChecked = async (name: string, expected: string, unpacked?: NodeJS.ReadWriteStream) => {
    const { stream } = hashed(({ sha256 }) =>
      sha256 === expected ? null : damaged(`${name} has been changed`),
    )
    const packed = await open(name)
    const piped = unpacked ? pipeline(packed, unpacked, stream) : pipeline(packed, stream)
    // The error reaches the reader through the stream itself.
    piped.catch(() => {})
    return stream
  }

  const manifestBytes = await buffer(await open(pathIn.manifest))
  // The manifest has the hashes of the other files. Its own checksum is the one in the zip archive.
  if (crc32(manifestBytes) !== entries.get(pathIn.manifest)?.crc32)
    throw damaged(`${pathIn.manifest} has been changed`)
  const manifest = Manifest.safeParse(asJson(manifestBytes))
  if (!manifest.success)
    throw new StartError('This is not a backup of the portal, or it is from a newer version.')
  const { jobs, signingKey } = manifest.data

  return {
    manifest: manifest.data,
    table: ({ name, sha256 }) => openChecked(pathIn.table(name), sha256, createGunzip()),
    object: ({ key, sha256 }) => openChecked(pathIn.object(key), sha256),
    jobs: async () => text(await openChecked(pathIn.jobs, jobs.sha256)),
    signingKey: async () => signingKey && text(await openChecked(pathIn.signingKey, signingKey.sha256)),
    close: () => file.close(),
  }
}
