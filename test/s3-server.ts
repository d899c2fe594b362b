import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'

// `startS3` runs this file as a process: an S3 server on loopback with one bucket, open to pages of one origin or of any.
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
// This server deletes a folder with the last object in it, and anything that is written there at that moment. A real bucket has no folders
// to lose; a file in each folder here preserves it.
for (const folder of ['uploads', 'files', 'thumbnails', 'start']) {
  const path = join(directory, 'portal', folder)
  await mkdir(path, { recursive: true })
  await writeFile(join(path, 'stays'), '')
}
process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${listening.port}`, msg: 'ready' })}\n`)
