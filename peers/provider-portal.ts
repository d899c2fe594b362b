import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServerProcess } from '#test/server-process.ts'
import { findFreePort } from './account-program.ts'

export interface ProviderClient {
  issuer: string
  clientId: string
  clientSecret: string
}

/** Opens a starter of portals that share their address and data and sign in by a provider. Their admin has this email address. */
export const openProviderPortal = async (adminEmail: string) => {
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-peer-'))
  return {
    url,
    start: ({ issuer, clientId, clientSecret }: ProviderClient, more: Record<string, string> = {}) =>
      startServerProcess({
        DATA_DIR: dataDir,
        PORT: String(port),
        BASE_URL: url,
        ADMIN_EMAIL: adminEmail,
        OIDC_ISSUER: issuer,
        OIDC_CLIENT_ID: clientId,
        OIDC_CLIENT_SECRET: clientSecret,
        ...more,
      }),
    remove: () => rm(dataDir, { recursive: true, force: true }),
  }
}

/** Returns the warning with which a log says what would help against a refused sign-in. */
export const trustWarning = (output: string): Record<string, unknown> =>
  JSON.parse(/^.*OIDC_TRUSTED_ISSUERS.*$/m.exec(output)?.[0] ?? '{}')
