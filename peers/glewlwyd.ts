import { execFileSync, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from './account-program.ts'
import type { ProviderClient } from './provider-portal.ts'

const shared = '/usr/share/glewlwyd'
const tables = '/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3'
/** The administrator that the package's tables create. */
const admin = { username: 'admin', password: 'password' }

export interface Glewlwyd extends ProviderClient {
  /** Creates an account whose user has already allowed the portal to read the name and the address. */
  addAccount(account: { username: string; password: string; name: string; email: string }): Promise<void>
  stop(): Promise<void>
}

/** Starts the distribution's OpenID provider in a temporary folder, with the portal at `baseUrl` as its client. */
export const startGlewlwyd = async (baseUrl: string): Promise<Glewlwyd> => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-glewlwyd-'))
  const [database, webapp, settings] = ['db', 'webapp', 'glewlwyd.conf'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  execFileSync('sqlite3', [database], { input: await readFile(tables) })
  // The package links its pages to a configuration that only its installer writes, so copy them.
  await cp(join(shared, 'webapp'), webapp, {
    recursive: true,
    dereference: true,
    filter: (path) => !path.endsWith('config.json'),
  })
  await cp(join(shared, 'templates', 'config.json'), join(webapp, 'config.json'))
  const port = await findFreePort()
  const origin = `http://localhost:${port}`
  const own = {
    port: String(port),
    bind_address: '"127.0.0.1"',
    external_url: `"${origin}"`,
    static_files_path: `"${webapp}/"`,
    log_mode: '"console"',
  }
  const original = await readFile('/etc/glewlwyd/glewlwyd.conf', 'utf8')
  const others = original
    .split('\n')
    .filter((line) => !/^#? ?(\w+)=/.test(line) || !((/^#? ?(\w+)=/.exec(line)?.[1] as string) in own))
    .filter((line) => !line.startsWith('@include'))
  const lines = Object.entries(own).map(([name, value]) => `${name}=${value}`)
  lines.push(`database = { type = "sqlite3" path = "${database}" };`)
  await writeFile(settings, [...others, ...lines].join('\n'))

  const child = spawn('glewlwyd', ['-c', settings], { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'exit')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  while (!output.includes('Glewlwyd started')) {
    if (child.exitCode !== null) throw new Error(`Glewlwyd ended:\n${output}`)
    await delay(50)
  }

  /** Signs a user in to Glewlwyd's API and returns a function that calls the API. */
  const callAs = async (user: { username: string; password: string }) => {
    let cookie = ''
    const call = async (method: string, path: string, body: unknown) => {
      const headers = { 'content-type': 'application/json', cookie }
      const response = await fetch(`${origin}/api${path}`, { method, headers, body: JSON.stringify(body) })
      if (!response.ok)
        throw new Error(`Glewlwyd answers ${response.status} to ${path}: ${await response.text()}`)
      cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    }
    await call('POST', '/auth', { username: user.username, password: user.password })
    return call
  }
  const call = await callAs(admin)
  const issuer = `${origin}/api/oidc`
  const clientSecret = 'a-secret-of-the-portal'
  await call('POST', '/mod/plugin/', pluginFor(issuer))
  for (const name of ['email', 'profile']) {
    const scope = { name, display_name: name, password_required: false, password_max_age: 0 }
    await call('POST', '/scope/', { ...scope, scheme: {}, scheme_required: {} })
  }
  const scope = ['openid', 'email', 'profile']
  await call('POST', '/client/', {
    client_id: 'portal',
    name: 'Partner Portal',
    confidential: true,
    enabled: true,
    client_secret: clientSecret,
    redirect_uri: [`${baseUrl}/api/sign-in/callback`],
    authorization_type: ['code'],
    token_endpoint_auth_method: ['client_secret_basic', 'client_secret_post'],
    post_logout_redirect_uri: `${baseUrl}/sign-in`,
    scope,
  })
  return {
    issuer,
    clientId: 'portal',
    clientSecret,
    addAccount: async (account) => {
      await call('POST', '/user/', { ...account, enabled: true, scope: [...scope, 'g_profile'] })
      const callAsUser = await callAs(account)
      await callAsUser('PUT', '/auth/grant/portal', { scope: scope.join(' ') })
    },
    stop,
  }
}

/** The settings of the OpenID plugin: authorization code with PKCE, and sessions that clients can end. There is no `email_verified`. */
const pluginFor = (issuer: string) => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    module: 'oidc',
    name: 'oidc',
    display_name: 'OpenID Connect',
    order_rank: 0,
    parameters: {
      iss: issuer,
      'jwt-type': 'rsa',
      'jwt-key-size': '256',
      key: privateKey.export({ type: 'pkcs1', format: 'pem' }),
      cert: publicKey.export({ type: 'spki', format: 'pem' }),
      'access-token-duration': 3600,
      'refresh-token-duration': 3600,
      'code-duration': 600,
      'auth-type-code-enabled': true,
      'subject-type': 'public',
      'pkce-allowed': true,
      'pkce-method-plain-allowed': false,
      'email-claim': 'mandatory',
      'name-claim': 'mandatory',
      'session-management-allowed': true,
      'front-channel-logout-allowed': true,
      'back-channel-logout-allowed': true,
      'session-cookie-name': 'GLEWLWYD_OIDC_SESSION',
      'session-cookie-expiration': 3600,
      'jwks-show': true,
      scope: [],
      'additional-parameters': [],
      claims: [],
      'address-claim': { type: 'no' },
    },
  }
}
