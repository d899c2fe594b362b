import type { SignInError } from '#contract/sign-in-errors.ts'

// The errors that the provider returns instead of a code: RFC 6749, 4.1.2.1, and OpenID Connect Core, 3.1.2.6.
const responses: Record<string, SignInError> = {
  access_denied: 'canceled',
  temporarily_unavailable: 'provider_away',
  server_error: 'provider_away',
  login_required: 'provider_asks',
  interaction_required: 'provider_asks',
  account_selection_required: 'provider_asks',
  consent_required: 'provider_asks',
  unauthorized_client: 'provider_setup',
  unsupported_response_type: 'provider_setup',
  invalid_request: 'provider_setup',
  invalid_scope: 'provider_setup',
}

// The errors that the provider returns when the portal redeems the code: RFC 6749, 5.2.
const setupResponses = new Set([
  'invalid_client',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
])

const awayCodes = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
])

interface ProviderError {
  code?: unknown
  error?: unknown
  status?: unknown
}

const responseOf = ({ error }: Error & ProviderError) =>
  typeof error === 'string' && /^[\w-]{1,60}$/.test(error) ? error : undefined

/**
 * Returns what the sign-in page says about a failure of `openid-client`, and the error code of the provider itself, for the log. Errors of
 * the provider count only with the right `state`, which `openid-client` checks.
 */
export const providerFailureOf = (
  failure: unknown,
): { error: SignInError; response?: string | undefined } => {
  if (!(failure instanceof Error)) return { error: 'provider' }
  const { code, status } = failure as Error & ProviderError
  const response = responseOf(failure)
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') {
    const known = response !== undefined && Object.hasOwn(responses, response)
    return { error: (known && responses[response]) || 'provider', response }
  }
  if (code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE') return { error: 'provider_setup', response }
  if (typeof status === 'number' && status >= 500) return { error: 'provider_away', response }
  if (response !== undefined && setupResponses.has(response)) return { error: 'provider_setup', response }
  // `fetch` reports only that it failed, not why.
  const isAway =
    awayCodes.has(String(code)) || (failure instanceof TypeError && failure.message === 'fetch failed')
  return { error: isAway ? 'provider_away' : 'provider', response }
}
