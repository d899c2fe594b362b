import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { fromBufferPromise } from 'yauzl'
import ZipStream from 'zip-stream'

/** Creates a zip archive of these entries, without compression. */
export const zip = async (entries: Record<string, string | Buffer>): Promise<Buffer> => {
  const archive = new ZipStream({ store: true })
  const bytes = buffer(archive)
  for (const [name, content] of Object.entries(entries)) {
    await new Promise<void>((resolve, reject) =>
      archive.entry(Buffer.from(content), { name }, (error) => (error ? reject(error) : resolve())),
    )
  }
  archive.finish()
  return bytes
}

/** Returns the contents of a zip archive by name, after verifying the checksum of each. */
export const unzipBytes = async (archive: Buffer): Promise<Record<string, Buffer>> => {
  const files: Record<string, Buffer> = {}
  const opened = await fromBufferPromise(archive)
  for await (const entry of opened.eachEntry()) {
    const content = await buffer(await opened.openReadStreamPromise(entry))
    if (crc32(content) !== entry.crc32) throw new Error(`${entry.fileName} is damaged`)
    files[entry.fileName] = content
  }
  return files
}

/** Returns the contents of a zip archive by name, as text. */
export const unzip = async (archive: Buffer): Promise<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(await unzipBytes(archive)).map(([name, content]) => [name, content.toString()]),
  )
