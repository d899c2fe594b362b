import { once } from 'node:events'
import { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { checkBucket } from './check-bucket.ts'
import { type Bucket as BrowserBucket, type ObjectStore, StorageError } from './object-store.ts'
import type { S3Settings } from './s3-settings.ts'

// Somebody waits for each request. After these times, the response is that files are unavailable.
const connectTimeoutMs = 5_000
const socketTimeoutMs = 20_000
// The limits above only count silence. They do not stop a store that sends a byte now and then, or whose 101 ends a request without an
// error.
const maxResponseMs = 30_000

// The key of the object that shows that the bucket can be used.
const mark = 'ready/mark'

const throwStorageError = (error: unknown): never => {
  const missing = error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404
  throw new StorageError(missing ? 'missing' : 'unavailable', error)
}

/** Creates a time limit that only runs while the portal waits for the bucket. It aborts its signal when the time is over. */
const createLimit = (ms: number) => {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const stop = () => clearTimeout(timer)
  const start = () => {
    stop()
    const giveUp = () => controller.abort(new Error('the bucket did not answer in time'))
    timer = setTimeout(giveUp, ms)
  }
  return { signal: controller.signal, start, stop }
}

type Limit = ReturnType<typeof createLimit>

/** Creates a store in a bucket, to which browsers upload with signed URLs. */
export const createS3Store = async (
  settings: S3Settings,
  { responseTimeoutMs = maxResponseMs } = {},
): Promise<ObjectStore> => {
  const { bucket: Bucket, region, endpoint, credentials } = settings
  const client = new S3Client({
    region,
    ...(endpoint ? { endpoint } : {}),
    ...(credentials ? { credentials } : {}),
    // Most stores other than Amazon's have no host name per bucket, and do not support its newer checksums.
    forcePathStyle: endpoint !== undefined,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connectTimeoutMs, socketTimeout: socketTimeoutMs },
  })

  const signUploadUrl = (key: string, upload: { contentType?: string; size?: number }, expiresIn: number) =>
    getSignedUrl(
      client,
      new PutObjectCommand({ Bucket, Key: key, ContentType: upload.contentType, ContentLength: upload.size }),
      // Size and type are signed, so the bucket itself refuses a PUT of anything else.
      { expiresIn, signableHeaders: new Set(['host', 'content-type', 'content-length']) },
    )

  const signDownloadUrl: BrowserBucket['signDownloadUrl'] = (key, { contentType, disposition }, expiresIn) =>
    getSignedUrl(
      client,
      new GetObjectCommand({
        Bucket,
        Key: key,
        ResponseContentType: contentType,
        ResponseContentDisposition: disposition,
        ResponseCacheControl: 'no-store',
      }),
      { expiresIn },
    )

  const urls = {
    origin: new URL(await signUploadUrl('origin/0', {}, 1)).origin,
    signUploadUrl,
    signDownloadUrl,
  }

  /** Runs a request to the bucket, and aborts it when its response has not begun in time. */
  const limited = async <T>(
    run: (options: { abortSignal: AbortSignal }) => Promise<T>,
    limit = createLimit(responseTimeoutMs),
  ) => {
    limit.start()
    // When a connection switches to another protocol, the client neither resolves nor rejects the request, not even when it is aborted.
    const aborted = once(limit.signal, 'abort').then(() => Promise.reject(limit.signal.reason))
    try {
      return await Promise.race([run({ abortSignal: limit.signal }), aborted])
    } catch (error) {
      return throwStorageError(error)
    } finally {
      limit.stop()
    }
  }

  const remove = async (key: string) => {
    await limited((options) => client.send(new DeleteObjectCommand({ Bucket, Key: key }), options))
  }

  return {
    bucket: {
      ...urls,
      checkAtStart: (siteOrigin, log) => checkBucket(client, settings, urls, siteOrigin, log),
    },

    async write(key, bytes, size) {
      const limit = createLimit(responseTimeoutMs)
      const Body = Readable.from(copiesOf(bytes, limit))
      const source = new AbortController()
      Body.once('error', (error) => source.abort(error))
      const put = new PutObjectCommand({ Bucket, Key: key, Body, ContentLength: size })
      await limited(
        ({ abortSignal }) => client.send(put, { abortSignal: AbortSignal.any([abortSignal, source.signal]) }),
        limit,
      )
    },

    async size(key) {
      try {
        const head = new HeadObjectCommand({ Bucket, Key: key })
        const { ContentLength } = await limited((options) => client.send(head, options))
        return ContentLength ?? 0
      } catch (error) {
        if (error instanceof StorageError && error.failure === 'missing') return null
        throw error
      }
    },

    async read(key, range) {
      const Range = range && `bytes=${range.start}-${range.end}`
      const get = new GetObjectCommand({ Bucket, Key: key, Range })
      const { Body } = await limited((options) => client.send(get, options))
      // A slow reader must not trigger the bucket's socket timeout.
      if (Body instanceof IncomingMessage) Body.setTimeout(0)
      return Body as Readable
    },

    async *list() {
      let ContinuationToken: string | undefined
      do {
        const list = new ListObjectsV2Command({ Bucket, ContinuationToken })
        const page = await limited((options) => client.send(list, options))
        for (const { Key } of page.Contents ?? []) if (Key && Key !== mark) yield Key
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken)
    },

    async move(from, to) {
      const copy = new CopyObjectCommand({ Bucket, Key: to, CopySource: `${Bucket}/${from}` })
      await limited((options) => client.send(copy, options))
      await remove(from)
    },

    remove,

    async check() {
      const object = { Bucket, Key: mark }
      const head = new HeadObjectCommand(object)
      const put = new PutObjectCommand({ ...object, Body: 'ready' })
      await limited((options) => client.send(head, options).catch(() => client.send(put, options))).catch(
        (error) => {
          throw new StorageError('unavailable', error)
        },
      )
    },

    // There are no unfinished objects in a bucket.
    async sweep() {},
  }
}

/** Copies chunks, because the stream reads ahead and their memory may be reused. The limit only runs while the bucket accepts a chunk. */
async function* copiesOf(chunks: AsyncIterable<Buffer>, limit: Limit) {
  limit.stop()
  for await (const chunk of chunks) {
    limit.start()
    yield Buffer.from(chunk)
    limit.stop()
  }
  limit.start()
}
