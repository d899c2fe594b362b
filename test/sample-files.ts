import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileType } from '#contract/files/file-types.ts'
import { heic } from './heic.ts'

const folder = join(import.meta.dirname, '../server/db/demo/files')

/** Returns a real file of this type: one of the demo's, or a small photo as an iPhone takes it. */
export const sampleFile = async (type: FileType): Promise<Buffer> => {
  if (type === 'heic' || type === 'heif') return heic
  const name = (await readdir(folder)).sort().find((file) => file.endsWith(`.${type}`))
  if (!name) throw new Error(`the demo has no ${type}`)
  return readFile(join(folder, name))
}
