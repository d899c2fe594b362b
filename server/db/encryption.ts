import { isLoopback } from '#server/loopback.ts'

// `no-verify` would take any server for the database; `disable` at least says so by name.
const encryptedModes = ['require', 'verify-ca', 'verify-full']

const read = (databaseUrl: string) => {
  const { hostname, searchParams } = new URL(databaseUrl)
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  return {
    isLocal: host === '' || host.startsWith('/') || isLoopback(host),
    sslMode: searchParams.get('sslmode'),
  }
}

/** What the URL of a database on another machine must be instead, when its sslmode allows connections without encryption. */
export const encryptionProblem = (databaseUrl: string): string | undefined => {
  const { isLocal, sslMode } = read(databaseUrl)
  if (isLocal || sslMode === null || sslMode === 'disable' || encryptedModes.includes(sslMode))
    return undefined
  return 'a URL with sslmode=verify-full, or with sslmode=disable in a network that you trust'
}

/** Adds encryption with a verified certificate to the URL of a database on another machine that names no sslmode. */
export const withEncryption = (databaseUrl: string): string => {
  const { isLocal, sslMode } = read(databaseUrl)
  if (isLocal || sslMode !== null) return databaseUrl
  return `${databaseUrl}${databaseUrl.includes('?') ? '&' : '?'}sslmode=verify-full`
}
