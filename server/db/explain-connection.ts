import { StartError } from '#server/start-error.ts'
import type { DatabaseSetting } from './connections.ts'
import { causesOf } from './outage.ts'

const unknownAuthority =
  'its certificate is not signed by a known authority (add sslrootcert=/path/to/ca.pem for your own)'
const unknownHost = 'its host name is not known'
const unreachable = 'it cannot be reached from here'
const noResponse = 'it does not answer'

const reasons: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'it closes the connection',
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ETIMEDOUT: noResponse,
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
  '28P01': 'the password is wrong',
  '28000': 'the user may not connect',
  '3D000': 'there is no such database',
  '25006': 'it is read-only, as a replica is: the URL must lead to the primary',
  '42501':
    'the user may not create tables there. Connect as the owner of the database, or let a superuser run: alter database portal owner to portal, with your names',
  '53300': 'all connections that it allows are in use. End those that nobody needs, or raise max_connections',
  '57P03': 'it is starting or stopping. Start the portal again when it accepts connections',
}

const reasonOf = (
  error: Error & { code?: unknown; syscall?: unknown; path?: unknown },
): string | undefined => {
  const { code, message, syscall, path } = error
  if (/does not support SSL/.test(message))
    return 'it does not offer encryption. Turn it on there, or add sslmode=disable in a network that you trust'
  // This error is about a file that the URL names, for example in sslrootcert.
  if (syscall === 'open' && code === 'ENOENT') return `there is no file ${path}`
  if (syscall === 'open' && code === 'EACCES') return `this account may not read ${path}`
  if (syscall === 'connect' && code === 'ENOENT') return 'there is no socket there'
  if (syscall === 'connect' && code === 'EACCES') return 'this account may not open its socket'
  // Another role owns the tables.
  if (code === '42501' && /^must be owner of/.test(message))
    return 'its tables belong to another role. Connect as the one that created them'
  if (/\bauthentication failed/.test(message)) return reasons['28P01']
  // Connection poolers use this code for all of their own errors.
  if (code === '08P01') return `a connection pooler in front of it refuses: ${message}`
  if (/^(timeout expired|Query read timeout|Connection terminated due to connection timeout)/.test(message))
    return noResponse
  if (/^Connection terminated/.test(message)) return reasons.ECONNRESET
  return typeof code === 'string' ? reasons[code] : undefined
}

/**
 * Handles a start that failed at the database. `setting` is undefined for the embedded database.
 * @throws StartError that names the setting and the problem; rethrows other errors
 */
export const explainConnection =
  (setting: DatabaseSetting | undefined) =>
  (error: unknown): never => {
    if (!setting || error instanceof StartError) throw error
    for (const cause of causesOf(error)) {
      const reason = reasonOf(cause)
      if (reason)
        throw new StartError(`${setting}: the database cannot be used: ${reason}.`, { cause: error })
    }
    throw error
  }
