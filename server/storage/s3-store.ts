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

// A person waits for each of these; after them the answer is that files are not available.
const connectTimeoutMs = 5_000
const socketTimeoutMs = 20_000

// What shows that the bucket can be used.
const mark = 'ready/mark'

const throwStorageError = (error: unknown): never => {
  const missing = error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404
  throw new StorageError(missing ? 'missing' : 'unavailable', error)
}

/** Stores objects in a bucket, to which browsers upload with signed URLs. */
export const createS3Store = async (settings: S3Settings): Promise<ObjectStore> => {
  const { bucket: Bucket, region, endpoint, credentials } = settings
  const client = new S3Client({
    region,
    ...(endpoint ? { endpoint } : {}),
    ...(credentials ? { credentials } : {}),
    // Most other stores than Amazon's have no host name per bucket, and do not know its newer checksums.
    forcePathStyle: endpoint !== undefined,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connectTimeoutMs, socketTimeout: socketTimeoutMs },
  })

  const signUploadUrl = (key: string, upload: { contentType?: string; size?: number }, expiresIn: number) =>
    getSignedUrl(
      client,
      new PutObjectCommand({ Bucket, Key: key, ContentType: upload.contentType, ContentLength: upload.size }),
      // Size and type are signed: a PUT of anything else is refused by the bucket itself.
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

  return {
    bucket: {
      ...urls,
      checkAtStart: (siteOrigin, log) => checkBucket(client, settings, urls, siteOrigin, log),
    },

    async write(key, bytes, size) {
      // Copied, because the stream reads ahead and the memory of a chunk may be reused.
      const Body = Readable.from(copiesOf(bytes))
      const source = new AbortController()
      Body.once('error', (error) => source.abort(error))
      await client
        .send(new PutObjectCommand({ Bucket, Key: key, Body, ContentLength: size }), {
          abortSignal: source.signal,
        })
        .catch(throwStorageError)
    },

    async size(key) {
      try {
        const { ContentLength } = await client.send(new HeadObjectCommand({ Bucket, Key: key }))
        return ContentLength ?? 0
      } catch (error) {
        if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return null
        return throwStorageError(error)
      }
    },

    async read(key, range) {
      const Range = range && `bytes=${range.start}-${range.end}`
      const { Body } = await client
        .send(new GetObjectCommand({ Bucket, Key: key, Range }))
        .catch(throwStorageError)
      // A slow reader must not trigger the bucket's socket timeout.
      if (Body instanceof IncomingMessage) Body.setTimeout(0)
      return Body as Readable
    },

    async *list() {
      let ContinuationToken: string | undefined
      do {
        const page = await client
          .send(new ListObjectsV2Command({ Bucket, ContinuationToken }))
          .catch(throwStorageError)
        for (const { Key } of page.Contents ?? []) if (Key && Key !== mark) yield Key
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken)
    },

    async move(from, to) {
      await client
        .send(new CopyObjectCommand({ Bucket, Key: to, CopySource: `${Bucket}/${from}` }))
        .catch(throwStorageError)
      await client.send(new DeleteObjectCommand({ Bucket, Key: from })).catch(throwStorageError)
    },

    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: key })).catch(throwStorageError)
    },

    async check() {
      const object = { Bucket, Key: mark }
      try {
        await client.send(new HeadObjectCommand(object))
      } catch {
        await client.send(new PutObjectCommand({ ...object, Body: 'ready' })).catch((error) => {
          throw new StorageError('unavailable', error)
        })
      }
    },

    // A bucket has no unfinished objects.
    async sweep() {},
  }
}

async function* copiesOf(chunks: AsyncIterable<Buffer>) {
  for await (const chunk of chunks) yield Buffer.from(chunk)
}
