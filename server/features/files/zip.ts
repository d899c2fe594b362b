import { Readable } from 'node:stream'
import type ZipStream from 'zip-stream'

export interface ZipEntry {
  /** The path of the entry in the archive. */
  name: string
  date?: Date | undefined
  /** Called when it is the entry's turn. */
  read: () => Promise<Readable> | Readable
}

/** Creates an entry of a text, which may be generated while it is read. */
export const textEntry = (name: string, text: string | AsyncIterable<string>): ZipEntry => ({
  name,
  read: () => Readable.from(typeof text === 'string' ? [text] : text, { objectMode: false }),
})

/**
 * Returns the entries as one zip archive, which is written while it is read, with one entry open at a time. Entries are not compressed,
 * since most files are already, but are written as deflated entries, since a streaming reader can find only the end of those. An entry that
 * cannot be read breaks the stream off, so that half an archive is not mistaken for a whole one.
 */
export const zipStream = async (entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>): Promise<Readable> => {
  // The package is loaded with the first archive, since its 60 modules would delay each start.
  const { default: ZipStream } = await import('zip-stream')
  const zip = new ZipStream({ zlib: { level: 0 } })
  const addAll = async () => {
    for await (const entry of entries) {
      if (zip.destroyed) return
      await addEntry(zip, await entry.read(), { name: entry.name, date: entry.date })
      // The client disconnected during this entry. The generator of the entries must not continue, since it would count the entry as sent.
      if (zip.destroyed) return
    }
    zip.finish()
  }
  addAll().catch((error) => zip.destroy(error))
  return zip
}

const addEntry = (zip: ZipStream, bytes: Readable, entry: { name: string; date?: Date | undefined }) =>
  new Promise<void>((resolve, reject) => {
    // The client disconnected; close the file.
    const stop = () => {
      bytes.destroy()
      resolve()
    }
    if (zip.destroyed) return stop()
    if (bytes.errored) return reject(bytes.errored)
    zip.once('close', stop)
    bytes.once('error', reject)
    zip.entry(bytes, entry, (error) => {
      zip.off('close', stop)
      if (error) reject(error)
      else resolve()
    })
  })
