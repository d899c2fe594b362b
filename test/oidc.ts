import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

/** The account that the provider signs everyone in with. A test changes it at will. */
export interface ProviderAccount {
  subject: string
  email?: string
  emailVerified?: boolean
  firstName?: string
  lastName?: string
  picture?: string
}

export interface TestProvider {
  issuer: string
  clientId: string
  clientSecret: string
  account: ProviderAccount
  /** Publishes another key than the one that it signs with, as a forger would sign. */
  publishesAnotherKey: boolean
  /** Signs in at the provider as a browser does, and returns the address of the final redirect. */
  visit(url: string): Promise<URL>
  stop(): Promise<void>
  /** Listens again at the same address. */
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

/** An OpenID provider on loopback, whose only client is the portal at `baseUrl`. */
export const startProvider = async (baseUrl: string): Promise<TestProvider> => {
  const server = createServer()
  const port = await listen(server, 0)
  const issuer = `http://127.0.0.1:${port}`
  const clientSecret = randomBytes(16).toString('hex')
  const portal = { account: { subject: 'nobody' } as ProviderAccount, publishesAnotherKey: false }

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${baseUrl}/api/sign-in/callback`],
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
    features: { devInteractions: { enabled: false } },
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
    // Without a consent screen for the email.
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
    if (request.url === '/jwks' && portal.publishesAnotherKey) {
      const { d: _secret, ...publicKey } = signingKey() as ReturnType<typeof signingKey> & { d?: string }
      response.setHeader('content-type', 'application/jwk-set+json')
      return void response.end(JSON.stringify({ keys: [publicKey] }))
    }
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response)
    const login = { accountId: portal.account.subject }
    provider.interactionFinished(request, response, { login }).catch((error) => response.destroy(error))
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
    async visit(url) {
      const cookies = new Map<string, string>()
      for (let next = new URL(url); ; ) {
        if (next.origin !== issuer) return next
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const response = await fetch(next, { redirect: 'manual', headers: { cookie } })
        for (const [name = '', value = ''] of response.headers
          .getSetCookie()
          .map((line) => line.split(';')[0]?.split('=') ?? [])) {
          cookies.set(name, value)
        }
        const location = response.headers.get('location')
        if (!location) throw new Error(`The provider answers ${response.status}: ${await response.text()}`)
        next = new URL(location, next)
      }
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
