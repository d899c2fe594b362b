import type { Readable } from 'node:stream'
import ZipStream from 'zip-stream'
import { distinctNames, downloadName } from '#server/features/files/file-name.ts'
import type { StoredFile } from '#server/features/files/file-owner.ts'
import { fileKey } from '#server/storage/object-keys.ts'
import type { ObjectStore } from '#server/storage/object-store.ts'

/**
 * The files as one zip, made while it is read: one file is open at a time. Not made smaller, since nearly all of them are
 * compressed in themselves, but written as if they were: a reader that reads as it comes knows only then where one ends. When one cannot be read the stream breaks off, so that nobody takes half a zip for a whole.
 */
export const zipOf = (store: ObjectStore, files: (StoredFile & { updatedAt: Date })[]): Readable => {
  const zip = new ZipStream({ zlib: { level: 0 } })
  const nameOf = distinctNames()
  const addAll = async () => {
    for (const file of files) {
      if (zip.destroyed) return
      const name = nameOf(downloadName(file.title, file.fileType))
      await addEntry(zip, await store.read(fileKey(file.objectKey)), { name, date: file.updatedAt })
    }
    zip.finish()
  }
  addAll().catch((error) => zip.destroy(error))
  return zip
}

const addEntry = (zip: ZipStream, bytes: Readable, entry: { name: string; date: Date }) =>
  new Promise<void>((resolve, reject) => {
    // Whoever asked has gone: the file must not stay open.
    const stop = () => {
      bytes.destroy()
      resolve()
    }
    zip.once('close', stop)
    bytes.once('error', reject)
    zip.entry(bytes, entry, (error) => {
      zip.off('close', stop)
      if (error) reject(error)
      else resolve()
    })
  })
