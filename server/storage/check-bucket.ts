import { randomUUID } from 'node:crypto'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import type { FastifyBaseLogger } from 'fastify'
import { StartError } from '#server/start-error.ts'
import { type BucketRight, bucketProblem } from './bucket-problems.ts'
import { allowsSite, corsRuleFor } from './cors.ts'
import type { Bucket } from './object-store.ts'
import type { S3Settings } from './s3-settings.ts'

// The start waits for the check, so its time is limited.
const timeoutMs = 10_000

/**
 * Tries at start what the portal does with its bucket, with a small object that it deletes again, and checks whether browsers may upload
 * files from the portal's pages. An unreachable bucket is only logged, since it may come back.
 * @param siteOrigin the origin of the portal's pages; undefined where it is not known
 * @throws StartError when a setting is wrong
 */
export const checkBucket = async (
  client: S3Client,
  settings: S3Settings,
  urls: Pick<Bucket, 'origin' | 'signUploadUrl' | 'signDownloadUrl'>,
  siteOrigin: string | undefined,
  log: FastifyBaseLogger,
) => {
  const target = { Bucket: settings.bucket, Key: `start/${randomUUID()}` }
  const abortSignal = AbortSignal.timeout(timeoutMs)
  const attempt = async (tried: BucketRight, run: () => Promise<unknown>) => {
    try {
      await run()
    } catch (error) {
      const problem = bucketProblem(settings, error, tried)
      throw problem ? new StartError(problem) : error
    }
  }

  try {
    await attempt('s3:PutObject', () =>
      client.send(new PutObjectCommand({ ...target, Body: 'ready' }), { abortSignal }),
    )
    await attempt('s3:GetObject', async () => {
      const { Body } = await client.send(new GetObjectCommand(target), { abortSignal })
      await Body?.transformToByteArray()
    })
    if (siteOrigin && !(await allowsSite(urls, target.Key, siteOrigin, abortSignal))) {
      const rule = JSON.stringify(corsRuleFor(siteOrigin))
      log.warn(
        `the bucket does not let browsers send and read files from this site: set the CORS rule ${rule}`,
      )
    }
    await attempt('s3:DeleteObject', () => client.send(new DeleteObjectCommand(target), { abortSignal }))
    await attempt('s3:ListBucket', () =>
      client.send(new HeadObjectCommand(target), { abortSignal }).catch((error) => {
        // The object is missing, as it should be. A store responds with 403 if the account may not know that.
        if (!(error instanceof S3ServiceException) || error.$metadata.httpStatusCode !== 404) throw error
      }),
    )
  } catch (err) {
    if (err instanceof StartError) throw err
    log.warn(
      { err, store: urls.origin },
      'the bucket cannot be used for now: files are unavailable until it can',
    )
  }
}
