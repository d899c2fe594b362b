import type { Bucket } from './object-store.ts'

/** The rule that a bucket needs, as Amazon's console and its command line take it. */
export const corsRuleFor = (siteOrigin: string) => [
  { AllowedOrigins: [siteOrigin], AllowedMethods: ['PUT', 'GET'], AllowedHeaders: ['content-type'] },
]

const allows = (list: string | null, wanted: string) =>
  (list ?? '').split(',').some((each) => ['*', wanted].includes(each.trim().toLowerCase()))

const allowsOrigin = ({ headers }: Response, siteOrigin: string) =>
  ['*', siteOrigin].includes(headers.get('access-control-allow-origin') ?? '')

/**
 * Asks a bucket as a browser would whether a page of this origin may upload to it, and read an object that is there. Rejects when
 * it cannot be reached.
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
  const answer = await fetch(await signDownloadUrl(key, download, 60), {
    headers: { origin: siteOrigin },
    signal,
  })
  await answer.body?.cancel()
  return answer.ok && allowsOrigin(answer, siteOrigin)
}
