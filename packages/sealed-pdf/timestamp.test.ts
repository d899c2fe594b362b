import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startRandom } from '../../test/rounds.ts'
import { checkSealedPdf } from './check.ts'
import { createIdentity, type Identity } from './identity.ts'
import { sealPdf } from './seal.ts'
import { encodeSignedData, readSignedData } from './signed-data.ts'
import { drawDocument, flipBit, run, signatureOf, withSignature } from './test-documents.ts'
import { startTimestampServer, type TimestampServer } from './test-timestamp-server.ts'
import { checkTimestamp, requestTimestamp, TimestampError } from './timestamp.ts'

// External programs take long on a busy machine, and no test measures time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let server: TimestampServer
let identity: Identity
let document: Buffer

beforeAll(async () => {
  server = await startTimestampServer()
  identity = await createIdentity({ commonName: 'Portal', organization: 'Example' })
  document = await drawDocument()
})
afterAll(() => server.stop())
beforeEach(() => {
  Object.assign(server.state, { behavior: 'answer', authority: 'tsa', essHash: 'sha256' })
})

// Testing all bits would take a minute.
const everyNthBit = 17

const digest = createHash('sha256').update('A file').digest()
const request = () => requestTimestamp(server.url, digest, { timeoutMs: 30_000 })
const seal = (fetchTimeoutMs = 30_000, reason = 'Signed') =>
  sealPdf(document, identity, {
    reason,
    signedAt: new Date('2026-05-04T12:00:00Z'),
    timestampUrl: server.url,
    fetchTimeoutMs,
  })

describe('a token over a hash', () => {
  test('states when and by whom, and openssl agrees', async () => {
    const before = Date.now()
    const token = await request()
    const { at, authority, certificateSha256 } = await checkTimestamp(token, digest)
    expect(authority).toBe('tsa')
    expect(at.getTime()).toBeGreaterThanOrEqual(Math.floor(before / 1000) * 1000)
    expect(at.getTime()).toBeLessThanOrEqual(Date.now())
    const fingerprint = await server.openssl('x509', '-in', 'tsa.pem', '-noout', '-fingerprint', '-sha256')
    expect(fingerprint.trim().split('=')[1]?.replaceAll(':', '').toLowerCase()).toBe(certificateSha256)
    await writeFile(join(server.folder, 'token'), token)
    const verified = await server.openssl(
      ...[
        'ts',
        '-verify',
        '-in',
        'token',
        '-token_in',
        '-digest',
        digest.toString('hex'),
        '-CAfile',
        'ca.pem',
      ],
    )
    expect(verified).toContain('Verification: OK')
  })

  test.for([
    ['a key of P-384', 'tsa-ec', 'sha256', 2],
    ['a certificate named by its SHA-1', 'tsa', 'sha1', 2],
    ['a certificate named by its SHA-512', 'tsa', 'sha512', 2],
    ['a chain without its root, which is left out', 'tsa-below', 'sha256', 1],
  ] as const)('may have %s', async ([, authority, essHash, certificateCount]) => {
    Object.assign(server.state, { authority, essHash })
    const token = await request()
    expect((await checkTimestamp(token, digest)).authority).toBe(authority)
    await writeFile(join(server.folder, 'token'), token)
    const printed = await server.openssl('pkcs7', '-inform', 'der', '-in', 'token', '-print_certs', '-noout')
    expect(printed.match(/subject=/g)).toHaveLength(certificateCount)
    const roots = authority === 'tsa-below' ? 'below.pem' : 'ca.pem'
    const verified = await server.openssl(
      ...['ts', '-verify', '-in', 'token', '-token_in', '-digest', digest.toString('hex'), '-CAfile', roots],
    )
    expect(verified).toContain('Verification: OK')
  })

  test('is refused for another hash', async () => {
    const token = await request()
    await expect(checkTimestamp(token, randomBytes(32))).rejects.toThrow('for other data')
  })

  test('is refused with a single bit changed', async () => {
    const start = startRandom()(everyNthBit)
    for (const authority of ['tsa', 'tsa-ec'] as const) {
      server.state.authority = authority
      const token = await request()
      for (let bit = start; bit < token.length * 8; bit += everyNthBit) {
        const accepted = await checkTimestamp(flipBit(token, bit), digest).catch((error) => {
          if (error instanceof TimestampError) return undefined
          throw error
        })
        expect(accepted, `bit ${bit} of ${authority}`).toBeUndefined()
      }
    }
  })
})

const failures = [
  ['error', 'HTTP 500'],
  ['garbage', 'no timestamp'],
  ['endless', 'too large'],
  ['refuse', 'refused'],
  ['other-imprint', 'for other data'],
  ['other-nonce', 'a different request'],
  ['wrong-usage', 'not made for timestamps'],
] as const

describe('a server that fails', () => {
  test.for(failures)('by %s is an error', async ([behavior, message]) => {
    server.state.behavior = behavior
    await expect(request()).rejects.toThrow(TimestampError)
    await expect(request()).rejects.toThrow(message)
  })

  test.for(failures)('by %s does not keep a file from being sealed', async ([behavior, message]) => {
    server.state.behavior = behavior
    const { pdf, timestamp, timestampError } = await seal()
    expect(timestamp).toBe('failed')
    expect(timestampError?.message).toContain(message)
    expect(await checkSealedPdf(pdf)).toMatchObject({ state: 'intact', timestamp: null })
  })

  test('by silence is given up after the time limit', async () => {
    server.state.behavior = 'hang'
    const { pdf, timestamp, timestampError } = await seal(300)
    expect(timestamp).toBe('failed')
    expect(timestampError?.message).toContain('cannot be reached')
    expect(await checkSealedPdf(pdf)).toMatchObject({ state: 'intact', timestamp: null })
  })

  test('by being unreachable is an error that says so', async () => {
    const options = { timeoutMs: 5_000 }
    await expect(requestTimestamp('http://127.0.0.1:1/', digest, options)).rejects.toThrow(
      /ECONNREFUSED|bad port/,
    )
    await expect(requestTimestamp('no address', digest, options)).rejects.toThrow(TimestampError)
  })
})

describe('a sealed file with a timestamp', () => {
  test.for(['tsa', 'tsa-ec', 'tsa-below'] as const)('of %s is intact and has its time', async (authority) => {
    server.state.authority = authority
    const before = Math.floor(Date.now() / 1000) * 1000
    const { pdf, timestamp } = await seal()
    expect(timestamp).toBe('included')
    const check = await checkSealedPdf(pdf)
    expect(check).toMatchObject({
      state: 'intact',
      certificateSha256: identity.fingerprint,
      sealedAt: new Date('2026-05-04T12:00:00Z'),
      timestamp: { authority },
    })
    if (check.state === 'intact') expect(check.timestamp?.at.getTime()).toBeGreaterThanOrEqual(before)
    const path = join(server.folder, 'sealed.pdf')
    await writeFile(path, pdf)
    const { output } = await run('pdfsig', [path])
    expect(output).toContain('Signature is Valid')
    expect(output).toContain('Total document signed')
  })

  test('has its timestamp where openssl finds it, over the signature', async () => {
    const { encoded } = signatureOf((await seal()).pdf)
    await writeFile(join(server.folder, 'cms'), encoded)
    const printed = await server.openssl('cms', '-cmsout', '-print', '-noout', '-inform', 'der', '-in', 'cms')
    expect(printed).toContain('id-smime-aa-timeStampToken')
    expect(printed).not.toContain('object: signingTime')
  })

  test('is changed when its timestamp is that of another signature', async () => {
    const { pdf } = await seal()
    const { timestampToken } = await readSignedData(
      signatureOf((await seal(30_000, 'Signed otherwise')).pdf).encoded,
    )
    const own = await readSignedData(signatureOf(pdf).encoded)
    const swapped = withSignature(pdf, encodeSignedData({ ...own, timestampToken }))
    expect(await checkSealedPdf(swapped)).toEqual({ state: 'changed', problem: 'timestamp' })
  })
})
