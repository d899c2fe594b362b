import type { Bucket } from './object-store.ts'

/** Returns the rule that a bucket needs, in the format of Amazon's console and command line. */
export const corsRuleFor = (siteOrigin: string) => [
  { AllowedOrigins: [siteOrigin], AllowedMethods: ['PUT', 'GET'], AllowedHeaders: ['content-type'] },
]

const allows = (list: string | null, wanted: string) =>
  (list ?? '').split(',').some((each) => ['*', wanted].includes(each.trim().toLowerCase()))

const allowsOrigin = ({ headers }: Response, siteOrigin: string) =>
  ['*', siteOrigin].includes(headers.get('access-control-allow-origin') ?? '')

/**
 * Checks whether a page of this origin may upload to a bucket and read an existing object, with the same requests that a browser would
 * send. Rejects when the bucket cannot be reached.
 */
export const allowsSite = async (
  { signUploadUrl, signDownloadUrl }: Pick<Bucket, 'signUploadUrl' | 'signDownloadUrl'>,
  key: string,
  siteOrigin: string,
  signal: AbortSignal,
): Promise<boolean> => {
  const preflight = await fetch(await signUploadUrl(key, { contentType: 'application/pdf', size: 1 }, 60), {
    method: 'OPTIONS',
    headers: {
      origin: siteOrigin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'content-type',
    },
    signal,
  })
  await preflight.body?.cancel()
  const { headers } = preflight
  const mayUpload =
    preflight.ok &&
    allowsOrigin(preflight, siteOrigin) &&
    allows(headers.get('access-control-allow-methods'), 'put') &&
    allows(headers.get('access-control-allow-headers'), 'content-type')
  if (!mayUpload) return false
  const download = { contentType: 'text/plain', disposition: 'inline' }
  const response = await fetch(await signDownloadUrl(key, download, 60), {
    headers: { origin: siteOrigin },
    signal,
  })
  await response.body?.cancel()
  return response.ok && allowsOrigin(response, siteOrigin)
}
