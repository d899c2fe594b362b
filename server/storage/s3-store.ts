import { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { type ObjectStore, StorageError } from './object-store.ts'

export interface S3Settings {
  bucket: string
  region: string
  /** Of a store other than Amazon's. */
  endpoint?: string | undefined
  /** Without them, what the machine offers: its role, or the AWS files of the account. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined
}

// A person waits behind each of these. Afterwards the answer is that files are not available.
const connectTimeoutMs = 5_000
const socketTimeoutMs = 20_000

const throwStorageError = (error: unknown): never => {
  const missing = error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404
  throw new StorageError(missing ? 'missing' : 'away', error)
}

/** Keeps objects in a bucket, to which browsers bring files by addresses that the portal signs. */
export const createS3Store = async (settings: S3Settings): Promise<ObjectStore> => {
  const { bucket: Bucket, region, endpoint, credentials } = settings
  const client = new S3Client({
    region,
    ...(endpoint ? { endpoint } : {}),
    ...(credentials ? { credentials } : {}),
    // Stores other than Amazon's rarely have a name for each bucket, and do not know its newer checksums.
    forcePathStyle: endpoint !== undefined,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connectTimeoutMs, socketTimeout: socketTimeoutMs },
  })

  const signUploadUrl = (key: string, upload: { contentType?: string; size?: number }, seconds: number) =>
    getSignedUrl(
      client,
      new PutObjectCommand({ Bucket, Key: key, ContentType: upload.contentType, ContentLength: upload.size }),
      // Size and type are signed: a PUT of anything else is refused by the bucket itself.
      { expiresIn: seconds, signableHeaders: new Set(['host', 'content-type', 'content-length']) },
    )

  return {
    bucket: {
      origin: new URL(await signUploadUrl('origin/0', {}, 1)).origin,
      signUploadUrl,
      signDownloadUrl: (key, { contentType, disposition }, seconds) =>
        getSignedUrl(
          client,
          new GetObjectCommand({
            Bucket,
            Key: key,
            ResponseContentType: contentType,
            ResponseContentDisposition: disposition,
          }),
          { expiresIn: seconds },
        ),
    },

    async write(key, bytes, size) {
      // A stream reads ahead of the client.
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
      // How long the reader rests is not the bucket's silence.
      if (Body instanceof IncomingMessage) Body.setTimeout(0)
      return Body as Readable
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
      const mark = { Bucket, Key: 'ready/mark' }
      try {
        await client.send(new HeadObjectCommand(mark))
      } catch {
        await client.send(new PutObjectCommand({ ...mark, Body: 'ready' })).catch((error) => {
          throw new StorageError('away', error)
        })
      }
    },

    // A bucket shows nothing of what was not finished.
    async sweep() {},
  }
}

async function* copiesOf(chunks: AsyncIterable<Buffer>) {
  for await (const chunk of chunks) yield Buffer.from(chunk)
}
