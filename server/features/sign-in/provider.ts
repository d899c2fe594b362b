import type { Configuration } from 'openid-client'
import { signedOutState } from '#contract/sign-in-errors.ts'
import type { Settings } from '#server/settings.ts'
import { isComplete, type ProviderPerson, personOf } from './provider-claims.ts'

type Oidc = NonNullable<Settings['oidc']>

/** The content of the browser's cookie between the redirect to the provider and the callback. */
export interface ProviderRequest {
  state: string
  nonce: string
  codeVerifier: string
  returnTo: string
}

/** The addresses at which the provider sends the browser back. */
export interface ReturnAddresses {
  signIn: string
  signOut: string
}

// A user waits for each request to the provider.
const timeoutSeconds = 5
// A user who is sent to a provider that is down sees the browser's error page, so older metadata is fetched again before the redirect.
const maxAgeMs = 10_000

/** Signs in and out with an OpenID provider, by the authorization code flow with PKCE, state and nonce. */
export const createProvider = (oidc: Oidc, addresses: () => ReturnAddresses) => {
  let known: { config: Configuration; at: number } | undefined
  let asking: Promise<Configuration> | undefined

  const discover = async () => {
    const client = await import('openid-client')
    const config = await client.discovery(new URL(oidc.issuer), oidc.clientId, oidc.clientSecret, undefined, {
      execute: [
        // Otherwise the library does not check the signatures of ID tokens, since they come from the provider itself.
        client.enableNonRepudiationChecks,
        // The settings allow http only outside production.
        ...(oidc.issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
      ],
      timeout: timeoutSeconds,
    })
    known = { config, at: performance.now() }
    return config
  }

  const ask = () => {
    asking ??= discover().finally(() => {
      asking = undefined
    })
    return asking
  }

  /** Returns the provider's metadata, and fetches it again unless it was fetched just now. */
  const reach = async () => (known && performance.now() - known.at < maxAgeMs ? known.config : ask())

  return {
    /** Returns the URL to redirect to, and what the callback must match. Rejects when the provider cannot be reached. */
    async begin(returnTo: string): Promise<{ url: URL; pending: ProviderRequest }> {
      const client = await import('openid-client')
      const config = await reach()
      const pending = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
        returnTo,
      }
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: addresses().signIn,
        scope: 'openid email profile',
        code_challenge: await client.calculatePKCECodeChallenge(pending.codeVerifier),
        code_challenge_method: 'S256',
        state: pending.state,
        nonce: pending.nonce,
      })
      return { url, pending }
    },

    /**
     * Returns who signed in, and the ID token that names the session at the provider. Rejects when the callback does not match the request,
     * or the provider refuses.
     */
    async finish(
      search: string,
      pending: ProviderRequest,
    ): Promise<{ person: ProviderPerson; idToken: string }> {
      const client = await import('openid-client')
      const config = known?.config ?? (await ask())
      const tokens = await client.authorizationCodeGrant(config, new URL(`${addresses().signIn}${search}`), {
        pkceCodeVerifier: pending.codeVerifier,
        expectedState: pending.state,
        expectedNonce: pending.nonce,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims || !tokens.id_token) throw new Error('the provider sent no ID token')
      const info =
        !isComplete(claims) && config.serverMetadata().userinfo_endpoint
          ? await client.fetchUserInfo(config, tokens.access_token, claims.sub).catch((error) => {
              // Signing in does not depend on user information when the ID token has the email address.
              if (claims.email === undefined) throw error
              return undefined
            })
          : undefined
      return { person: personOf(claims, info, oidc.trustedIssuers), idToken: tokens.id_token }
    },

    /**
     * Returns the URL at which the browser ends its session at the provider, which then sends it back (OpenID Connect RP-Initiated Logout
     * 1.0); undefined for a provider without such an address. Rejects when the provider cannot be reached.
     * @param idToken the token of the sign-in, with which most providers do not ask the user to confirm
     */
    async signOutUrl(idToken: string | undefined): Promise<URL | undefined> {
      if (!oidc.signOut) return undefined
      const config = await reach()
      if (!config.serverMetadata().end_session_endpoint) return undefined
      const { buildEndSessionUrl } = await import('openid-client')
      return buildEndSessionUrl(config, {
        ...(idToken && { id_token_hint: idToken }),
        post_logout_redirect_uri: addresses().signOut,
        state: signedOutState,
      })
    },
  }
}
