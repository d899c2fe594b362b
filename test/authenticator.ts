import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type {
  Assertion,
  CreationOptions,
  NewCredential,
  Passkey,
  RequestOptions,
} from '#contract/account/passkeys.ts'
import { passkeys } from '#server/db/schema/account.ts'
import type { TestApp } from './app.ts'
import type { Browser } from './browser.ts'

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()
const base64url = (bytes: string | Buffer) => Buffer.from(bytes).toString('base64url')

// CBOR as far as attestations need it (RFC 8949): a head is the kind of value with its length or number.
const head = (kind: number, size: number) => {
  if (size < 24) return Buffer.from([(kind << 5) | size])
  return size < 256
    ? Buffer.from([(kind << 5) | 24, size])
    : Buffer.from([(kind << 5) | 25, size >> 8, size & 255])
}
const cbor = {
  number: (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value)),
  bytes: (value: Buffer) => Buffer.concat([head(2, value.length), value]),
  text: (value: string) => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]),
  map: (entries: [Buffer, Buffer][]) => Buffer.concat([head(5, entries.length), ...entries.flat()]),
}

/** Encodes the public key as COSE does for ES256. */
const coseKey = (publicKey: KeyObject) => {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return cbor.map([
    [cbor.number(1), cbor.number(2)],
    [cbor.number(3), cbor.number(-7)],
    [cbor.number(-1), cbor.number(1)],
    [cbor.number(-2), cbor.bytes(Buffer.from(x, 'base64url'))],
    [cbor.number(-3), cbor.bytes(Buffer.from(y, 'base64url'))],
  ])
}

const flags = { present: 1, verified: 4, canSync: 8, isSynced: 16, hasCredential: 64 }

/** The ways in which an authenticator or its browser can misbehave. */
export interface Fault {
  origin?: string
  rpId?: string
  challenge?: string
  /** Whether the user was present but verified by neither finger nor PIN. */
  isUnverified?: boolean
  counter?: number
  userHandle?: string
  /** Whether the signature is made with another key. */
  isForged?: boolean
}

const localOrigin = 'http://localhost:5000'

/** A passkey in software that does what a browser and its authenticator do, with real keys, attestations and signatures. */
export const createAuthenticator = ({ counts = false, isSynced = true, aaguid = '' } = {}) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(20)
  let counter = 0
  let userHandle = base64url(randomBytes(16))

  const clientData = (type: string, challenge: string, fault: Fault) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: fault.challenge ?? challenge,
        origin: fault.origin ?? localOrigin,
        crossOrigin: false,
      }),
    )

  const authenticatorData = (rpId: string, fault: Fault, credential?: Buffer) => {
    if (counts) counter += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(fault.counter ?? counter)
    const set =
      flags.present |
      (fault.isUnverified ? 0 : flags.verified) |
      (isSynced ? flags.canSync | flags.isSynced : 0) |
      (credential ? flags.hasCredential : 0)
    return Buffer.concat([
      sha256(fault.rpId ?? rpId),
      Buffer.from([set]),
      count,
      ...(credential ? [credential] : []),
    ])
  }

  return {
    id: base64url(id),

    /** Does what `navigator.credentials.create()` does. */
    create(options: CreationOptions, fault: Fault = {}): NewCredential {
      userHandle = options.user.id
      const length = Buffer.from([0, id.length])
      const maker = Buffer.from((aaguid || '0'.repeat(32)).replaceAll('-', ''), 'hex')
      const credential = Buffer.concat([maker, length, id, coseKey(publicKey)])
      const attestation = cbor.map([
        [cbor.text('fmt'), cbor.text('none')],
        [cbor.text('attStmt'), cbor.map([])],
        [cbor.text('authData'), cbor.bytes(authenticatorData(options.rp.id, fault, credential))],
      ])
      return {
        id: base64url(id),
        clientDataJSON: base64url(clientData('webauthn.create', options.challenge, fault)),
        attestationObject: base64url(attestation),
        transports: ['internal', 'hybrid'],
      }
    },

    /** Does what `navigator.credentials.get()` does. */
    get(options: RequestOptions, fault: Fault = {}): Assertion {
      const client = clientData('webauthn.get', options.challenge, fault)
      const data = authenticatorData(options.rpId, fault)
      const key = fault.isForged ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey : privateKey
      return {
        id: base64url(id),
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), key)),
        userHandle: fault.userHandle ?? userHandle,
      }
    },
  }
}

export type Authenticator = ReturnType<typeof createAuthenticator>

/** Creates a passkey whose private key nobody has. */
export const createPasskey = async (
  { db }: Pick<TestApp, 'db'>,
  passkey: { userId: string; name?: string },
) => {
  const [created] = await db
    .insert(passkeys)
    .values({
      credentialId: base64url(randomBytes(20)),
      publicKey: Buffer.alloc(1),
      counter: 0,
      transports: ['internal'],
      isSynced: true,
      name: 'Lost phone',
      ...passkey,
    })
    .returning()
  if (!created) throw new Error('no passkey came back')
  return created
}

/** Adds a passkey to the account of the user who is signed in on a browser. */
export const addPasskey = async (
  browser: Browser,
  authenticator: Authenticator = createAuthenticator(),
): Promise<{ authenticator: Authenticator; passkey: Passkey }> => {
  const options = await browser.post('/api/account/passkeys/options', undefined)
  if (options.statusCode !== 200) throw new Error(`no options: ${options.body}`)
  const credential = authenticator.create(options.json())
  const response = await browser.post('/api/account/passkeys', { credential })
  if (response.statusCode !== 201) throw new Error(`not added: ${response.body}`)
  return { authenticator, passkey: response.json() }
}

/** Signs in on a browser with a passkey, and returns the response. */
export const signInWithPasskey = async (
  browser: Browser,
  authenticator: Authenticator,
  fault: Fault = {},
  returnTo?: string,
) => {
  const options = await browser.post('/api/sign-in/passkey/options', undefined)
  if (options.statusCode !== 200) throw new Error(`no options: ${options.body}`)
  return browser.post('/api/sign-in/passkey', {
    credential: authenticator.get(options.json(), fault),
    returnTo,
  })
}

/** Proves with a passkey that the user of a browser's session is present, and returns the response. */
export const confirmWithPasskey = async (
  browser: Browser,
  authenticator: Authenticator,
  fault: Fault = {},
) => {
  const options = await browser.post('/api/account/passkeys/confirm/options', undefined)
  if (options.statusCode !== 200) throw new Error(`no options: ${options.body}`)
  return browser.post('/api/account/passkeys/confirm', {
    credential: authenticator.get(options.json(), fault),
  })
}
