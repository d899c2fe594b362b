import { createHash } from 'node:crypto'
import { CryptoKeySigner, PDF } from '@libpdf/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createIdentity, type Identity } from '#packages/sealed-pdf/identity.ts'
import { sealPdf } from '#packages/sealed-pdf/seal.ts'
import { drawPdf } from '#test/drawn-pdf.ts'
import { checkFile } from './check-file.ts'
import { codesInPdf } from './codes-in-pdf.ts'
import { outcomeText } from './outcome-texts.ts'

// Node has no web workers. The browser test of the page covers the worker.
vi.mock('./find-codes.ts', () => ({ findCodes: (bytes: Uint8Array) => codesInPdf(bytes).catch(() => []) }))

const ofPortal = await createIdentity({ commonName: 'Partner Portal', organization: 'Example Health' })
const ofAnother = await createIdentity({ commonName: 'Partner Portal', organization: 'Example Health' })

const seal = async (identity: Identity, drawn?: Buffer) => {
  const { pdf } = await sealPdf(drawn ?? (await drawPdf()), identity, {
    reason: 'Sealed',
    signedAt: new Date(),
  })
  return Buffer.from(pdf)
}

const sealed = await seal(ofPortal)
const pem = `-----BEGIN CERTIFICATE-----\n${Buffer.from(ofPortal.certificate).toString('base64')}\n-----END CERTIFICATE-----\n`
const certificates = [{ sha256: ofPortal.fingerprint, pem, firstUsedAt: '2026-11-24T00:00:00.000Z' }]

/** Answers like a portal that has these agreements, by hash or code. Returns the requested addresses. */
const answerWith = (agreements: Record<string, object> = {}) => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    if (url === '/api/verification/certificates') return Response.json(certificates)
    const query = new URLSearchParams(url.split('?')[1])
    const agreement = agreements[query.get('sha256') ?? query.get('code') ?? '']
    return agreement ? Response.json(agreement) : Response.json({ code: 'not_found' }, { status: 404 })
  })
  return asked
}

const check = (bytes: Buffer) => checkFile(new File([Uint8Array.from(bytes)], 'agreement.pdf'))
const titleOf = async (bytes: Buffer) => outcomeText(await check(bytes)).title

beforeEach(() => {
  vi.stubGlobal('isSecureContext', true)
})
afterEach(() => vi.unstubAllGlobals())

test('finds an unchanged file that the portal knows, with its seal', async () => {
  const sha256 = createHash('sha256').update(sealed).digest('hex')
  const agreement = { signerName: 'Dana Whitfield', state: 'in-force' }
  const asked = answerWith({ [sha256]: agreement })
  expect(await check(sealed)).toMatchObject({
    kind: 'found',
    agreement,
    seal: { state: 'intact', sha256, certificateSha256: ofPortal.fingerprint },
  })
  expect(asked).toEqual(['/api/verification/certificates', `/api/verification?sha256=${sha256}`])
})

test('for a file that the company has signed since, says that there is a later one', async () => {
  const sha256 = createHash('sha256').update(sealed).digest('hex')
  const textWith = async (isInPdf: boolean) => {
    const countersignature = { signerName: 'Robin Vale', signedAt: '2026-11-24T15:00:00.000Z', isInPdf }
    answerWith({ [sha256]: { state: 'in-force', companyName: 'Example Health', countersignature } })
    return outcomeText(await check(sealed)).text
  }
  const since = 'Example Health has signed since, on Nov 24, 2026: there is a later PDF with both signatures.'
  expect(await textWith(false)).toContain(since)
  expect(await textWith(true)).not.toContain('has signed since')
})

test('says that the portal does not know an unchanged file', async () => {
  answerWith()
  expect(await titleOf(sealed)).toBe('Sealed by this portal, but not in its records')
})

const flip = (index: number) =>
  Buffer.concat([sealed.subarray(0, index), Buffer.of((sealed[index] ?? 0) ^ 1), sealed.subarray(index + 1)])
const certificateAt = sealed.indexOf(Buffer.from(ofPortal.certificate.slice(-16)).toString('hex'))

test.each([
  ['in its text', flip(sealed.indexOf('stream') + 20)],
  ['in the certificate', flip(certificateAt)],
  ['by what was added to it', Buffer.concat([sealed, Buffer.from('\n% Dana Whitfield agrees to more.\n')])],
])('reports that a file was changed %s, without looking up its agreement', async (_where, bytes) => {
  expect(certificateAt).toBeGreaterThan(0)
  const asked = answerWith()
  expect(await titleOf(bytes)).toBe('This file was changed after it was sealed')
  expect(asked).toEqual(['/api/verification/certificates'])
})

const signElsewhere = async () => {
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('pkcs8', Buffer.from(ofAnother.privateKey), algorithm, true, [
    'sign',
  ])
  const signer = new CryptoKeySigner(key, ofAnother.certificate, 'RSA', 'RSASSA-PKCS1-v1_5')
  const { bytes } = await (await PDF.load(await drawPdf())).sign({ signer })
  return Buffer.from(bytes)
}
const foreign = await seal(ofAnother)

test.each([
  ['has no seal', await drawPdf(), 'Not a sealed agreement'],
  ['another portal has sealed', foreign, 'Not an agreement from this portal'],
  ['another portal has sealed and is cut off', foreign.subarray(0, -20), 'Not an agreement from this portal'],
  ['another program has signed', await signElsewhere(), 'Not an agreement from this portal'],
])('a file that %s is not an agreement of this portal', async (_what, bytes, title) => {
  answerWith()
  expect(await titleOf(bytes)).toBe(title)
})

const code = '7K3D-90QX-M2PA-T5WB'
const withCode = await drawPdf(`Certificate of Completion ${code}`)
const original = await seal(ofPortal, withCode)
const named = { title: 'Venue Partnership Agreement', partnerName: 'Seaside Events', state: 'in-force' }

const save = async (bytes: Buffer) => {
  const pdf = await PDF.load(bytes)
  pdf.setTitle('Copy')
  return Buffer.from(await pdf.save({ incremental: false }))
}
const merge = async (files: Buffer[]) => Buffer.from(await (await PDF.merge(files)).save())
const takePage = async (bytes: Buffer) =>
  Buffer.from(await (await (await PDF.load(bytes)).extractPages([0])).save())

/** Writes the seal like pdfunite and pdfseparate: as a byte string, which moves everything after it. */
const writeSealAsBytes = (bytes: Buffer) => {
  const from = bytes.indexOf('/Contents <') + '/Contents '.length
  const to = bytes.indexOf('>', from) + 1
  const der = Buffer.from(bytes.toString('latin1', from + 1, to - 1), 'hex').toString('latin1')
  const escaped = der.replaceAll(/[()\\]/g, '\\$&').replaceAll('\0', '\\000')
  return Buffer.concat([bytes.subarray(0, from), Buffer.from(`(${escaped})`, 'latin1'), bytes.subarray(to)])
}

const savedAgain = 'The seal is gone because the file was saved again'
const unsealed = "This file has an agreement's code, but no seal"

test.each([
  ['was saved again', await save(original), savedAgain],
  ['was merged with another one', await merge([original, sealed]), savedAgain],
  ['is a page of it', await takePage(original), unsealed],
  ['was split by a program that writes its seal as bytes', writeSealAsBytes(original), savedAgain],
  ['was printed to a PDF', withCode, unsealed],
  ['was cut off where its seal begins', original.subarray(0, withCode.length), unsealed],
])('an agreement that %s is not an original, and only its code names it', async (_what, bytes, title) => {
  answerWith({ [code]: named })
  const outcome = await check(bytes)
  expect(outcomeText(outcome)).toMatchObject({ tone: 'caution', title })
  expect(outcomeText(outcome).text).toContain('Ask for the original')
  expect(outcome).toMatchObject({ named: [{ code, agreement: named }] })
  answerWith()
  expect(await check(bytes)).toEqual(
    title === savedAgain ? { kind: 'saved-again', named: [] } : { kind: 'not-sealed' },
  )
})

test.each([
  ['in its text', original.subarray(0, 400)],
  ['in its seal', original.subarray(0, original.indexOf('/Contents <') + 200)],
  ['before its end', original.subarray(0, -20)],
  ['behind an end that it had before', original.subarray(0, withCode.length + 100)],
  ['and filled up with zeros', Buffer.concat([original.subarray(0, -500), Buffer.alloc(500)])],
  ['and was never sealed', withCode.subarray(0, -30)],
])('a download that broke off %s is incomplete', async (_where, bytes) => {
  const asked = answerWith({ [code]: named })
  expect(await titleOf(bytes)).toBe('This file is incomplete')
  expect(asked).toEqual(['/api/verification/certificates'])
})

test('a copy with the seal of someone else is not an agreement of this portal, whatever code is printed on it', async () => {
  answerWith({ [code]: named })
  expect(await titleOf(await seal(ofAnother, withCode))).toBe('Not an agreement from this portal')
  expect(await titleOf(writeSealAsBytes(await seal(ofAnother, withCode)))).toBe(
    'Not an agreement from this portal',
  )
})

test('checks a file with a long run of digits quickly', async () => {
  answerWith()
  const digits = Buffer.from(`%PDF-1.7\n/ByteRange [${'0 '.repeat(200_000)}${'1'.repeat(400_000)}\n%%EOF`)
  expect(await titleOf(digits)).toBe('Not an agreement from this portal')
})

test('too many checks, an error of the portal and a missing network have separate outcomes', async () => {
  const message = 'Too many checks. Try again in 9 minutes.'
  for (const [response, outcome] of [
    [
      async () => Response.json({ code: 'too_many_requests', message }, { status: 429 }),
      { kind: 'too-many', message },
    ],
    [async () => new Response('', { status: 500 }), { kind: 'failed' }],
    [() => Promise.reject(new TypeError('Failed to fetch')), { kind: 'unreachable' }],
  ] as const) {
    vi.stubGlobal('fetch', response)
    expect(await check(sealed)).toEqual(outcome)
  }
})
