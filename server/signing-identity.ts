import { readFile } from 'node:fs/promises'
import { type Identity, identityFromP12 } from '#packages/sealed-pdf/identity.ts'
import { loadOrCreateIdentity } from '#packages/sealed-pdf/identity-file.ts'
import type { Settings } from './settings.ts'
import { StartError } from './start-error.ts'

/**
 * Loads the key and certificate that seal agreements: those of `SIGNING_P12`, or else the portal's own, created at the first start.
 * @throws StartError when they cannot be used
 */
export const loadSigningIdentity = async ({
  signingP12,
  dataDir,
  companyName,
}: Pick<Settings, 'signingP12' | 'dataDir' | 'companyName'>): Promise<Identity> => {
  if (signingP12) {
    const bytes = await readFile(signingP12.path).catch(failed('SIGNING_P12 cannot be read'))
    return identityFromP12(bytes, signingP12.password).catch(failed('SIGNING_P12 cannot be used'))
  }
  const names = { commonName: `${companyName} Partner Portal`, organization: companyName }
  return loadOrCreateIdentity(dataDir, names).catch(failed('The key that seals agreements cannot be used'))
}

const failed = (what: string) => (error: unknown) => {
  throw new StartError(`${what}: ${error instanceof Error ? error.message : String(error)}`)
}
