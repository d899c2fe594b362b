import { isLoopback } from '#server/loopback.ts'

// `no-verify` would accept any server as the database, and its name hides that; `disable` at least says what it does.
const encryptedModes = ['require', 'verify-ca', 'verify-full']

const read = (databaseUrl: string) => {
  const { hostname, searchParams } = new URL(databaseUrl)
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  return {
    isLocal: host === '' || host.startsWith('/') || isLoopback(host),
    sslMode: searchParams.get('sslmode'),
  }
}

/** Returns what kind of URL is needed instead, if a URL of a database on another machine allows connections without encryption. */
export const encryptionProblem = (databaseUrl: string): string | undefined => {
  const { isLocal, sslMode } = read(databaseUrl)
  if (isLocal || sslMode === null || sslMode === 'disable' || encryptedModes.includes(sslMode))
    return undefined
  return 'a URL with sslmode=verify-full, or with sslmode=disable in a network that you trust'
}

/** Adds `sslmode=verify-full` to the URL of a database on another machine, unless the URL has an sslmode. */
export const withEncryption = (databaseUrl: string): string => {
  const { isLocal, sslMode } = read(databaseUrl)
  if (isLocal || sslMode !== null) return databaseUrl
  return `${databaseUrl}${databaseUrl.includes('?') ? '&' : '?'}sslmode=verify-full`
}
