// Builds the client: dist/client is for browsers, and the server renders pages with dist/server. The build happens in a scratch folder
// whose parts are renamed at the end, so that an interrupted build leaves the previous one usable.
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, renameSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import apiReference from '@scalar/fastify-api-reference'
import Fastify from 'fastify'
import { build, minify } from 'vite'

const root = join(import.meta.dirname, '..')
const targetFolder = join(root, 'dist')
const parts = ['server', 'client']
const scratchFolder = join(root, 'dist/.build')
const textFile = /\.(js|css|html|svg|json|txt)$/
// A build takes seconds, so an older folder is from a build that was interrupted.
const abandonedAfterMs = 10 * 60 * 1000

async function makeScratchFolder() {
  await mkdir(scratchFolder, { recursive: true })
  for (const name of await readdir(scratchFolder)) {
    const path = join(scratchFolder, name)
    const { mtimeMs } = await stat(path)
    if (mtimeMs < Date.now() - abandonedAfterMs) await rm(path, { recursive: true, force: true })
  }
  const folder = join(scratchFolder, randomUUID())
  await mkdir(folder)
  return folder
}

/**
 * Writes the script that shows the API description on /docs. The package has the script only inside a Fastify plugin, so a server without a
 * port is asked for the script.
 */
async function writeApiReader(folder) {
  const app = Fastify()
  const configuration = { content: '{}' }
  await app.register(apiReference, { routePrefix: '/docs', configuration })
  const { statusCode, body } = await app.inject('/docs/js/scalar.js')
  if (statusCode !== 200)
    throw new Error(`The script of @scalar/fastify-api-reference answered ${statusCode}`)
  // Remove the fonts of another origin, which the script loads regardless of its settings.
  const script = body.replaceAll(/@font-face\s*\{[^}]*fonts\.scalar\.com[^}]*\}/g, '')
  const name = createHash('sha256').update(script).digest('base64url').slice(0, 8)
  await writeFile(join(folder, `assets/api-reader-${name}.js`), script)
}

const brotliAsync = promisify(brotliCompress)
// For megabytes, the best quality takes ten seconds and saves only a tenth.
const qualityOf = (text) => (text.length > 1_000_000 ? 9 : constants.BROTLI_MAX_QUALITY)
const brotliOptions = (text) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: qualityOf(text) } })
const gzipAsync = promisify(gzip)

/** Minifies the scripts of client/public, which Vite copies unchanged. */
async function minifyScripts(folder) {
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.js'))) {
    const path = join(folder, name)
    await writeFile(path, (await minify(name, await readFile(path, 'utf8'))).code)
  }
}

/** Writes .br and .gz beside every text file, so that the server never compresses while a browser waits. */
async function compress(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && textFile.test(entry.name))
  await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name)
      const text = await readFile(path)
      const [br, gz] = await Promise.all([
        brotliAsync(text, brotliOptions(text)),
        gzipAsync(text, { level: 9 }),
      ])
      await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
    }),
  )
}

/**
 * Replaces the previous build. No system renames a folder over one with content, so each part takes two renames. They are synchronous, so
 * that a kill is very unlikely to leave neither build; if it does, the next start builds again.
 */
async function replaceTarget(folder) {
  for (const part of parts) {
    const target = join(targetFolder, part)
    if (existsSync(target)) renameSync(target, join(folder, `previous-${part}`))
    renameSync(join(folder, part), target)
  }
  await rm(folder, { recursive: true, force: true })
}

/** Writes the page for browsers without a session. Its mark saves the client the call that asks who is signed in. */
async function writeVisitorPage(folder) {
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  const marked = page.replace('<html ', '<html data-visitor ')
  if (marked === page) throw new Error('index.html has no <html> to mark')
  await writeFile(join(folder, 'visitor.html'), marked)
}

/**
 * Writes the names of the files of the day's page into its worker, which keeps them in the browser. The name of the build is in it as well,
 * so that browsers replace the worker of a former build.
 */
async function writeDayWorker(folder) {
  const page = await readFile(join(folder, 'day.html'), 'utf8')
  const files = [...page.matchAll(/ (?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path)
  if (!files.some((path) => path.endsWith('.css'))) throw new Error('day.html names no style sheet')
  // The theme's script is the only file of the page whose name stays the same when it changes.
  const theme = await readFile(join(folder, 'theme.js'))
  const build = createHash('sha256').update(page).update(theme).digest('base64url').slice(0, 8)
  const path = join(folder, 'day-worker.js')
  const kept = `self.kept = ${JSON.stringify({ build: `day-${build}`, files })}`
  await writeFile(path, `${kept};${await readFile(path, 'utf8')}`)
}

const folder = await makeScratchFolder()
const [client, server] = ['client', 'server'].map((part) => join(folder, part))
await build({ root, logLevel: 'warn', build: { outDir: client, emptyOutDir: true } })
await build({
  root,
  logLevel: 'warn',
  publicDir: false,
  // Otherwise Vite leaves this to the environment of the server, which would run React's development build unless NODE_ENV is set.
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: { ssr: true, outDir: server, emptyOutDir: true },
})
await writeVisitorPage(client)
await writeDayWorker(client)
await minifyScripts(client)
await writeApiReader(client)
await compress(client)
await replaceTarget(folder)
