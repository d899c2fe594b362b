import { certificateProblem } from '#server/certificate-errors.ts'
import type { S3Settings } from './s3-settings.ts'

/** The attempted action, by its name in Amazon's policies. */
export type BucketRight = 's3:PutObject' | 's3:GetObject' | 's3:ListBucket' | 's3:DeleteObject'

interface S3Error {
  name: string
  code?: unknown
  $metadata?: { httpStatusCode?: number }
  $response?: { headers?: Record<string, string> }
  cause?: unknown
}

const wrongRegion = new Set([
  'PermanentRedirect',
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
])
const wrongKey = new Set(['InvalidAccessKeyId', 'InvalidClientTokenId'])
const expired = new Set(['ExpiredToken', 'ExpiredTokenException', 'TokenRefreshRequired'])
const foreignStatus = new Set([404, 405, 501])

/**
 * Explains in one sentence for the operator which setting is wrong and what would be right. Undefined for problems that may pass, such as
 * an unreachable store.
 */
export const bucketProblem = (
  { bucket, region, endpoint }: S3Settings,
  error: unknown,
  tried: BucketRight,
): string | undefined => {
  if (!(error instanceof Error)) return undefined
  const { name, code, $metadata, $response } = error as S3Error
  const where = endpoint ? ` at ${endpoint}` : ''
  const certificate = certificateProblem(code)
  if (certificate) return `S3_ENDPOINT: the store cannot be used: ${certificate}`
  if (name === 'NoSuchBucket')
    return `S3_BUCKET: there is no bucket ${bucket}${where}. Create it, or name another.`
  if (wrongKey.has(name)) return `S3_ACCESS_KEY_ID: the store${where} does not know this key.`
  if (name === 'SignatureDoesNotMatch') return 'S3_SECRET_ACCESS_KEY: it does not belong to S3_ACCESS_KEY_ID.'
  if (name === 'CredentialsProviderError')
    return 'S3_ACCESS_KEY_ID: there are no keys. Set it and S3_SECRET_ACCESS_KEY, or give the machine a role.'
  if (expired.has(name)) return 'S3_ACCESS_KEY_ID: the keys have expired.'
  if (name === 'RequestTimeTooSkewed')
    return `S3_BUCKET: the store${where} refuses the time of this machine. Set its clock.`
  const status = $metadata?.httpStatusCode
  if (wrongRegion.has(name) || status === 301) {
    const actual = $response?.headers?.['x-amz-bucket-region']
    return `S3_REGION: the bucket ${bucket} is not in ${region}${actual ? ` but in ${actual}` : ''}.`
  }
  if (name === 'InvalidBucketName') return `S3_BUCKET: ${bucket} is not a valid bucket name.`
  if (status === 403)
    return `S3_BUCKET: these keys lack the permission ${tried} in the bucket ${bucket}${where}. Allow it, and also s3:GetObject, s3:PutObject, s3:DeleteObject and s3:ListBucket if they are missing.`
  if (status !== undefined && foreignStatus.has(status))
    return `S3_ENDPOINT: the server${where} is not an S3 store, or has no bucket ${bucket}.`
  return undefined
}
