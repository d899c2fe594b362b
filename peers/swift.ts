import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import {
  accountName,
  createAccountFolder,
  findFreePort,
  runAsAccount,
  startAsAccount,
} from './account-program.ts'

const servers = ['account', 'container', 'object'] as const
const device = 'disk'

interface Options {
  /** The origins whose pages may use the buckets; by default none. */
  allowedOrigins?: string[]
}

/** Writes a configuration of Paste, which each of Swift's programs reads. */
const toIni = (sections: Record<string, Record<string, string>>) =>
  Object.entries(sections)
    .map(([name, values]) => [`[${name}]`, ...Object.entries(values).map((pair) => pair.join(' = '))])
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n')

/**
 * Starts the distribution's OpenStack Swift with its S3 interface, a tempauth account and one copy of each object, as programs on
 * ports of 127.0.0.1. The hash path is the one in the package's /etc/swift/swift.conf.
 */
export const startSwift = async () => {
  // A /tmp in memory has no extended attributes before Linux 6.6, and Swift keeps its metadata in them.
  const folder = createAccountFolder('portal-swift', '/var/tmp')
  const accessKeyId = 'portal:files'
  const secretAccessKey = randomBytes(16).toString('hex')
  /** Returns the settings that all of Swift's programs share. */
  const general = async (port?: number) => ({
    bind_ip: '127.0.0.1',
    bind_port: String(port ?? (await findFreePort())),
    swift_dir: folder.path,
    user: accountName,
    workers: '0',
  })

  runAsAccount('mkdir', ['-p', join(folder.path, 'devices', device)])
  const storage: [string, string, number][] = []
  for (const name of servers) {
    const own = await general()
    const builder = join(folder.path, `${name}.builder`)
    runAsAccount('swift-ring-builder', [builder, 'create', '4', '1', '0'])
    runAsAccount('swift-ring-builder', [builder, 'add', `r1z1-127.0.0.1:${own.bind_port}/${device}`, '1'])
    runAsAccount('swift-ring-builder', [builder, 'rebalance'])
    const places = { devices: join(folder.path, 'devices'), mount_check: 'false' }
    const file = folder.writeFile(
      `${name}-server.conf`,
      toIni({
        DEFAULT: { ...own, ...places },
        'pipeline:main': { pipeline: `${name}-server` },
        [`app:${name}-server`]: { use: `egg:swift#${name}` },
      }),
    )
    storage.push([`swift-${name}-server`, file, Number(own.bind_port)])
  }

  const cachePort = await findFreePort()
  const proxyPort = await findFreePort()
  /** Writes the configuration of the proxy server, which implements S3. */
  const writeProxy = async ({ allowedOrigins = [] }: Options) => {
    const origins = allowedOrigins.join(',')
    return folder.writeFile(
      'proxy-server.conf',
      toIni({
        DEFAULT: { ...(await general(proxyPort)), ...(origins && { cors_allow_origin: origins }) },
        'pipeline:main': { pipeline: 'catch_errors cache s3api tempauth bulk slo proxy-server' },
        'app:proxy-server': { use: 'egg:swift#proxy', account_autocreate: 'true' },
        'filter:catch_errors': { use: 'egg:swift#catch_errors' },
        'filter:cache': { use: 'egg:swift#memcache', memcache_servers: `127.0.0.1:${cachePort}` },
        'filter:s3api': {
          use: 'egg:swift#s3api',
          ...(origins && { cors_preflight_allow_origin: origins }),
        },
        'filter:tempauth': {
          use: 'egg:swift#tempauth',
          user_portal_files: `${secretAccessKey} .admin`,
          // A user of the account without any rights.
          user_portal_guest: secretAccessKey,
        },
        'filter:bulk': { use: 'egg:swift#bulk' },
        'filter:slo': { use: 'egg:swift#slo' },
      }),
    )
  }

  let running: Awaited<ReturnType<typeof startAsAccount>>[] = []
  const start = async (options: Options = {}) => {
    running.push(await startAsAccount('memcached', ['-l', '127.0.0.1', '-p', String(cachePort)], cachePort))
    const proxy: (typeof storage)[number] = ['swift-proxy-server', await writeProxy(options), proxyPort]
    for (const [program, file, port] of [...storage, proxy])
      running.push(await startAsAccount(program, [file, '--verbose'], port))
  }
  /** Stops Swift without deleting its objects. */
  const pause = async () => {
    await Promise.all(running.map(({ stop }) => stop('SIGTERM')))
    running = []
  }
  const endpoint = `http://127.0.0.1:${proxyPort}`
  await start().catch(async (error) => {
    await pause()
    throw error
  })
  return {
    /** The portal's settings for Swift and its bucket `files`, as environment variables. */
    settings: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: 'files',
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
    createBucket: async (name: string) => {
      const credentials = { accessKeyId, secretAccessKey }
      const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials })
      await client.send(new CreateBucketCommand({ Bucket: name }))
      client.destroy()
    },
    start,
    pause,
    stop: async () => {
      await pause()
      folder.remove()
    },
  }
}
