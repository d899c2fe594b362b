import type { Readable } from 'node:stream'
import ZipStream from 'zip-stream'
import { distinctNames, downloadName } from '#server/features/files/file-name.ts'
import type { StoredFile } from '#server/features/files/file-owner.ts'
import { fileKey } from '#server/storage/object-keys.ts'
import type { ObjectStore } from '#server/storage/object-store.ts'

/**
 * The files as one zip archive, written while it is read, with one file open at a time. They are not compressed, since most are
 * already, but written as deflated entries, which a streaming reader needs to find their end. A file that cannot be read breaks
 * the stream off, so that half an archive is not mistaken for a whole one.
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
    // The client disconnected: close the file.
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
