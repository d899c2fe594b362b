import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

/** The account that the provider signs everyone in with. Tests change its fields at any time. */
export interface ProviderAccount {
  subject: string
  email?: string
  /** Whether the email is verified; some providers send a string. */
  emailVerified?: boolean | string
  firstName?: string
  lastName?: string
  picture?: string
}

export interface TestProvider {
  issuer: string
  clientId: string
  clientSecret: string
  account: ProviderAccount
  /** Whether the provider publishes another key than its signing key, so that its signatures look forged. */
  publishesAnotherKey: boolean
  /** The error with which the provider sends users back, such as `access_denied`; null to sign them in. */
  refusal: string | null
  /** Handles a request instead of the provider when it returns true. */
  intercept: ((request: IncomingMessage, response: ServerResponse) => boolean) | null
  /**
   * Follows redirects at the provider as a browser does, and returns the first address outside of the provider.
   * @param cookies the cookies of that browser, by name
   */
  visit(url: string, cookies?: Map<string, string>): Promise<URL>
  /** Opens the provider's sign-out page, confirms it, and returns the first address outside of the provider. */
  confirmSignOut(url: string, cookies: Map<string, string>): Promise<URL>
  stop(): Promise<void>
  /** Starts listening again at the same address. */
  start(): Promise<void>
}

const clientId = 'partner-portal'

const signingKey = () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256', kid: 'test' }
}

const listen = async (server: Server, port: number) => {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Sends one request of a browser with these cookies, and updates the cookies. */
const send = async (url: URL, cookies: Map<string, string>, form?: URLSearchParams) => {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const method = form ? 'POST' : 'GET'
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: { cookie },
    ...(form && { body: form }),
  })
  for (const line of response.headers.getSetCookie()) {
    const [pair = ''] = line.split(';')
    const [name = '', value = ''] = pair.split('=')
    if (value) cookies.set(name, value)
    else cookies.delete(name)
  }
  return response
}

/** An OpenID provider on loopback, whose only client is the portal at `baseUrl`. */
export const startProvider = async (
  baseUrl: string,
  { hasSignOut = true, idTokenHasAll = false }: { hasSignOut?: boolean; idTokenHasAll?: boolean } = {},
): Promise<TestProvider> => {
  const server = createServer()
  const port = await listen(server, 0)
  const issuer = `http://127.0.0.1:${port}`
  const clientSecret = randomBytes(16).toString('hex')
  const portal: Pick<TestProvider, 'account' | 'publishesAnotherKey' | 'refusal' | 'intercept'> = {
    account: { subject: 'nobody' },
    publishesAnotherKey: false,
    refusal: null,
    intercept: null,
  }

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${baseUrl}/api/sign-in/callback`],
        post_logout_redirect_uris: [`${baseUrl}/sign-in`],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [signingKey()] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'picture'],
    },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: hasSignOut } },
    conformIdTokenClaims: !idTokenHasAll,
    pkce: { required: () => true },
    ttl: {
      Interaction: 600,
      Session: 600,
      Grant: 600,
      AccessToken: 600,
      IdToken: 600,
      AuthorizationCode: 60,
    },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, subject) => ({
      accountId: subject,
      claims: () => ({
        sub: subject,
        email: portal.account.email,
        email_verified: portal.account.emailVerified,
        given_name: portal.account.firstName,
        family_name: portal.account.lastName,
        picture: portal.account.picture,
      }),
    }),
    // Grant the scopes without a consent screen.
    loadExistingGrant: async (context) => {
      const { client, session } = context.oidc
      const grant = new context.oidc.provider.Grant({
        clientId: client?.clientId,
        accountId: session?.accountId,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()

  server.on('request', (request, response) => {
    if (portal.intercept?.(request, response)) return
    if (request.url === '/jwks' && portal.publishesAnotherKey) {
      const { d: _secret, ...publicKey } = signingKey() as ReturnType<typeof signingKey> & { d?: string }
      response.setHeader('content-type', 'application/jwk-set+json')
      return void response.end(JSON.stringify({ keys: [publicKey] }))
    }
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response)
    const result = portal.refusal
      ? { error: portal.refusal, error_description: 'refused for alice@example.test' }
      : { login: { accountId: portal.account.subject } }
    provider.interactionFinished(request, response, result).catch((error) => response.destroy(error))
  })

  return {
    issuer,
    clientId,
    clientSecret,
    get account() {
      return portal.account
    },
    set account(account) {
      portal.account = account
    },
    get publishesAnotherKey() {
      return portal.publishesAnotherKey
    },
    set publishesAnotherKey(publishes) {
      portal.publishesAnotherKey = publishes
    },
    get refusal() {
      return portal.refusal
    },
    set refusal(refusal) {
      portal.refusal = refusal
    },
    get intercept() {
      return portal.intercept
    },
    set intercept(intercept) {
      portal.intercept = intercept
    },
    async visit(url, cookies = new Map()) {
      for (let next = new URL(url); ; ) {
        if (next.origin !== issuer) return next
        const response = await send(next, cookies)
        const location = response.headers.get('location')
        if (!location) throw new Error(`The provider answers ${response.status}: ${await response.text()}`)
        next = new URL(location, next)
      }
    },
    async confirmSignOut(url, cookies) {
      const page = await (await send(new URL(url), cookies)).text()
      const [, action] = /action="([^"]+)"/.exec(page) ?? []
      const [, secret] = /name="xsrf" value="([^"]+)"/.exec(page) ?? []
      if (!action || !secret) throw new Error(`The provider asks nothing: ${page}`)
      const form = new URLSearchParams({ xsrf: secret, logout: 'yes' })
      const { headers } = await send(new URL(action, issuer), cookies, form)
      return new URL(headers.get('location') ?? '', issuer)
    },
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
    async start() {
      await listen(server, port)
    },
  }
}
