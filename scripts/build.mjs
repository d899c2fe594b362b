// Builds the client into dist/client. The whole build is made beside it and renamed into its place, so that one that
// is cut in half leaves the last one standing.
import { randomUUID } from 'node:crypto'
import { existsSync, renameSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'

const root = join(import.meta.dirname, '..')
const target = join(root, 'dist/client')
const scratch = join(root, 'dist/.build')
const textFile = /\.(js|css|html|svg|json|txt)$/
// A build takes seconds: what is older was left by one that was stopped.
const abandonedAfterMs = 10 * 60 * 1000

async function makeScratchFolder() {
  await mkdir(scratch, { recursive: true })
  for (const name of await readdir(scratch)) {
    const path = join(scratch, name)
    const { mtimeMs } = await stat(path)
    if (mtimeMs < Date.now() - abandonedAfterMs) await rm(path, { recursive: true, force: true })
  }
  const folder = join(scratch, randomUUID())
  await mkdir(folder)
  return folder
}

const brotli = promisify(brotliCompress)
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
const zip = promisify(gzip)

/** Writes .br and .gz beside every text file, so that the server never compresses while somebody waits. */
async function compress(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && textFile.test(entry.name))
  await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name)
      const text = await readFile(path)
      const [br, gz] = await Promise.all([brotli(text, brotliOptions), zip(text, { level: 9 })])
      await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
    }),
  )
}

/**
 * No system renames a folder over a full one, so it takes two renames. They follow each other without giving way, so
 * that there is next to no moment at which a kill would leave neither build; after one, a start builds anew.
 */
async function putInPlace(folder) {
  const previous = `${folder}-previous`
  if (existsSync(target)) renameSync(target, previous)
  renameSync(folder, target)
  await rm(previous, { recursive: true, force: true })
}

const folder = await makeScratchFolder()
await build({ root, logLevel: 'warn', build: { outDir: folder, emptyOutDir: true } })
await compress(folder)
await putInPlace(folder)
