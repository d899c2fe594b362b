import type { Configuration } from 'openid-client'
import { limits } from '#contract/fields.ts'
import type { Settings } from '#server/settings.ts'

type Oidc = NonNullable<Settings['oidc']>

/** The content of the browser's cookie between the redirect to the provider and the callback. */
export interface ProviderRequest {
  state: string
  nonce: string
  codeVerifier: string
  returnTo: string
}

export interface ProviderPerson {
  issuer: string
  subject: string
  /** Only one that the provider has verified. */
  email?: string
  firstName?: string
  lastName?: string
  /** The address of their picture. */
  picture?: string
}

const name = (value: unknown) =>
  typeof value === 'string' && value ? value.slice(0, limits.name) : undefined

// Never cut to length: the beginning of an address may be someone else's.
const email = (value: unknown) =>
  typeof value === 'string' && value && value.length <= limits.email ? value : undefined

const pictureAddress = (value: unknown) =>
  typeof value === 'string' && value.length <= limits.url && URL.parse(value)?.protocol === 'https:'
    ? value
    : undefined

/** Sign-in with an OpenID provider: authorization code with PKCE, state and nonce. */
export const createProvider = (oidc: Oidc, redirectUri: () => string) => {
  let found: Promise<Configuration> | undefined

  // Discovered at the first sign-in and cached; after a failure the next sign-in tries again.
  const configuration = async () => {
    const client = await import('openid-client')
    found ??= client
      .discovery(new URL(oidc.issuer), oidc.clientId, oidc.clientSecret, undefined, {
        execute: [
          // The library leaves the signature of ID tokens unchecked otherwise, since they come from the provider itself.
          client.enableNonRepudiationChecks,
          // The settings allow http only outside production.
          ...(oidc.issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
        ],
        timeout: 10,
      })
      .catch((error) => {
        found = undefined
        throw error
      })
    return { client, config: await found }
  }

  return {
    /** The URL to redirect to, and what the callback must match. Rejects when the provider cannot be reached. */
    async begin(returnTo: string): Promise<{ url: URL; pending: ProviderRequest }> {
      const { client, config } = await configuration()
      const pending = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
        returnTo,
      }
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri(),
        scope: 'openid email profile',
        code_challenge: await client.calculatePKCECodeChallenge(pending.codeVerifier),
        code_challenge_method: 'S256',
        state: pending.state,
        nonce: pending.nonce,
      })
      return { url, pending }
    },

    /** Who signed in. Rejects when the callback does not match the request, or the provider refuses. */
    async finish(search: string, pending: ProviderRequest): Promise<ProviderPerson> {
      const { client, config } = await configuration()
      const tokens = await client.authorizationCodeGrant(config, new URL(`${redirectUri()}${search}`), {
        pkceCodeVerifier: pending.codeVerifier,
        expectedState: pending.state,
        expectedNonce: pending.nonce,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('the provider sent no ID token')
      const isComplete = claims.email !== undefined && claims.picture !== undefined
      const info =
        !isComplete && config.serverMetadata().userinfo_endpoint
          ? await client.fetchUserInfo(config, tokens.access_token, claims.sub).catch((error) => {
              // Signing in does not depend on a picture.
              if (claims.email === undefined) throw error
            })
          : undefined
      const person = { ...info, ...claims, ...(claims.email === undefined && info) }
      return {
        issuer: claims.iss,
        subject: claims.sub,
        email: person.email_verified === true ? email(person.email) : undefined,
        firstName: name(person.given_name),
        lastName: name(person.family_name),
        picture: pictureAddress(person.picture),
      }
    },
  }
}
