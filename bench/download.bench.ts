// A download of 50 MB from disk, compared with nginx serving the same file. Goal: half of its speed. Needs nginx on the path.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contentTypeOf, maxFileSize } from '#contract/files/file-types.ts'
import { startTestPostgres } from '#test/postgres.ts'
import { demoCookie, startServerProcess } from '#test/server-process.ts'
import { getFile, largeZip, putBytes, sendJson } from './files.ts'
import { memoryGrowth } from './process-memory.ts'
import { report } from './report.ts'

const rounds = 9
const warmingRounds = 4
const atOnce = 10

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => socket.destroy() && resolve(true)).once('error', () => resolve(false))
  })

/** Starts nginx with Debian's settings for static files, serving one folder. */
const startNginx = async (folder: string, files: string): Promise<{ url: string; nginx: ChildProcess }> => {
  const port = await freePort()
  const configuration = join(folder, 'nginx.conf')
  await writeFile(
    configuration,
    `daemon off; user root; worker_processes auto; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
     events { worker_connections 768; }
     http { access_log off; sendfile on; tcp_nopush on;
       server { listen 127.0.0.1:${port}; root ${files}; default_type application/zip; } }`,
  )
  const nginx = spawn('nginx', ['-c', configuration], { stdio: 'ignore' })
  for (let tries = 0; !(await isListening(port)); tries++) {
    if (tries === 100) throw new Error('nginx did not start: is it installed?')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { url: `http://127.0.0.1:${port}`, nginx }
}

const folder = await mkdtemp(join(tmpdir(), 'partner-portal-bench-'))
const dataDir = join(folder, 'data')
const postgres = await startTestPostgres()
try {
  await mkdir(dataDir)
  const portal = await startServerProcess({
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    DEMO: 'on',
    PORT: '0',
  })
  const cookie = await demoCookie(portal.url, 'support@demo.test')
  const asJson = <T>(method: string, path: string, body: unknown) =>
    sendJson<T>(portal.url + path, method, cookie, body)

  const files = join(dataDir, 'objects/files')
  const before = new Set(await readdir(files))
  const { uploadURL } = await asJson<{ uploadURL: string }>('POST', '/api/objects/upload', {
    fileName: 'large.zip',
    fileSize: maxFileSize,
  })
  const headers = { cookie, 'content-type': contentTypeOf('zip'), 'content-length': maxFileSize }
  await putBytes(portal.url + uploadURL, headers, await largeZip())
  const { objectPath } = await asJson<{ objectPath: string }>('PUT', '/api/resources/upload', {
    resourceURL: uploadURL,
  })
  await asJson('POST', '/api/resources', {
    title: 'Large',
    category: 'creative',
    folderId: null,
    filePath: objectPath,
    fileType: 'zip',
    fileSize: maxFileSize,
  })
  const stored = (await readdir(files)).find((name) => !before.has(name))
  if (!stored) throw new Error('the file is not in the store')
  const { url, nginx } = await startNginx(folder, files)

  const speedOf = async (address: string, sent: Record<string, string>) => {
    const begun = performance.now()
    if ((await getFile(address, sent)) !== maxFileSize) throw new Error('the file did not come whole')
    return maxFileSize / 1000 / (performance.now() - begun)
  }
  const own = () => speedOf(`${portal.url}/objects/${objectPath}?download`, { cookie })
  const limit = () => speedOf(`${url}/${stored}`, {})

  for (let round = 0; round < warmingRounds; round++) {
    await own()
    await limit()
  }
  const [ownRounds, limitRounds]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    ownRounds.push(await own())
    limitRounds.push(await limit())
  }
  const grown = await memoryGrowth(portal.child.pid ?? 0, () =>
    Promise.all(Array.from({ length: atOnce }, own)),
  )
  nginx.kill()
  await once(nginx, 'exit')
  await portal.stop()

  const others = { name: 'nginx', values: limitRounds }
  report('download of 50 MB', 'MB a second', ownRounds, others, {
    text: '0.5 of it or better',
    reached: (measured, other) => measured >= 0.5 * other,
  })
  process.stdout.write(`memory growth with ${atOnce} at once: ${grown.toFixed(1)} MB\n`)
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
