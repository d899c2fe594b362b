import { readFileSync } from 'node:fs'
import { StartError } from './start-error.ts'

type Environment = Record<string, string | undefined>

const secrets = [
  'DATABASE_URL',
  'DATABASE_LISTEN_URL',
  'DATABASE_OWNER_URL',
  'SMTP_URL',
  'OIDC_CLIENT_SECRET',
  'S3_SECRET_ACCESS_KEY',
  'SIGNING_P12_PASSWORD',
  'METRICS_TOKEN',
]

const readSecret = (path: string, where: string) => {
  try {
    const secret = readFileSync(path, 'utf8').trim()
    // If an empty file counted as not set, the portal would start without the setting: on another database, or with another way to sign in.
    if (!secret) throw new StartError(`${where} is empty.`)
    return secret
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`${where} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/**
 * Reads secrets from the files that `NAME_FILE` names, as Docker, systemd and Kubernetes provide them: the environment of a process is
 * easier to read than a file.
 * @throws StartError for a file that is empty or cannot be read, and when a secret is given in both ways
 */
export const withSecretFiles = (environment: Environment): Environment => {
  const read: Environment = {}
  for (const name of secrets) {
    const path = environment[`${name}_FILE`]?.trim()
    if (!path) continue
    if (environment[name]?.trim())
      throw new StartError(`${name} and ${name}_FILE are both set: set one of them.`)
    read[name] = readSecret(path, `${name}_FILE is not right: ${path}`)
  }
  return { ...environment, ...read }
}
