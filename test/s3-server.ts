import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'

// Run as a process of its own by `startS3`: an S3 server on loopback with one bucket, which pages of one origin, or of any, may use.
const { S3_DIRECTORY: directory = '', S3_PORT: port = '0', S3_ALLOWED_ORIGIN: origin = '*' } = process.env
const cors = `<CORSConfiguration><CORSRule>
  <AllowedOrigin>${origin}</AllowedOrigin><AllowedMethod>GET</AllowedMethod><AllowedMethod>PUT</AllowedMethod>
  <AllowedHeader>*</AllowedHeader>
</CORSRule></CORSConfiguration>`

const server = new S3rver({
  address: '127.0.0.1',
  port: Number(port),
  directory,
  silent: true,
  vhostBuckets: false,
  configureBuckets: [{ name: 'portal', configs: [cors] }],
})
const listening = await server.run()
// This server deletes a folder with the last object in it, and anything written there at that moment: a
// bucket has no folders to lose. A file in each preserves them.
for (const folder of ['uploads', 'files', 'thumbnails', 'start']) {
  const path = join(directory, 'portal', folder)
  await mkdir(path, { recursive: true })
  await writeFile(join(path, 'stays'), '')
}
process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${listening.port}`, msg: 'ready' })}\n`)
