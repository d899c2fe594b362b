import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { fromHex, toHex } from './bytes.ts'
import { checkSealedPdf } from './check.ts'
import { readSequence, sequence, unsignedInteger } from './der.ts'
import { createIdentity, type Identity, identityOf } from './identity.ts'
import { SealError, sealPdf } from './seal.ts'
import { encodeSignedData, isSignerValid, readSignedData } from './signed-data.ts'
import { drawDocument, run, signatureOf, withSignature } from './test-documents.ts'

// External programs take long on a busy machine, and no test measures time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const options = {
  reason: 'Signed (Größe, 漢字)',
  location: 'Zürich',
  signedAt: new Date('2026-05-04T12:00:59Z'),
}

// The orders of the curves P-256 and P-384.
const n256 = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const n384 =
  0xffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973n

let folder: string
let identities: Record<string, Identity>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seal-test-'))
  identities = {
    own: await createIdentity({ commonName: 'Portal (Zürich)', organization: 'Example' }),
    'P-256': await issueIdentity('prime256v1'),
    'P-384': await issueIdentity('secp384r1'),
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const openssl = async (...args: string[]) => {
  const { code, output } = await run('openssl', args, { cwd: folder })
  expect(code, output).toBe(0)
  return output
}

/** Creates an identity with a key of this curve, issued by an authority. */
const issueIdentity = async (curve: string) => {
  const make = (name: string, ...more: string[]) =>
    openssl(
      ...['req', '-x509', '-nodes', '-days', '30', '-newkey', 'ec', '-pkeyopt', `ec_paramgen_curve:${curve}`],
      ...[
        '-subj',
        `/CN=${name}`,
        '-keyout',
        `${name}.key`,
        '-out',
        `${name}.crt`,
        '-outform',
        'der',
        ...more,
      ],
    )
  await make('authority')
  await openssl('x509', '-inform', 'der', '-in', 'authority.crt', '-out', 'authority.pem')
  await make('below', '-CA', 'authority.pem', '-CAkey', 'authority.key')
  await openssl('pkcs8', '-topk8', '-nocrypt', '-in', 'below.key', '-outform', 'der', '-out', 'below.p8')
  const read = (name: string) => readFile(join(folder, name))
  return identityOf(await read('below.p8'), [await read('authority.crt'), await read('below.crt')])
}

const sealWith = async (name: string, pages = 1) => {
  const original = await drawDocument({ pages })
  const identity = identities[name] as Identity
  const { pdf, timestamp } = await sealPdf(original, identity, options)
  expect(timestamp).toBe('none')
  await writeFile(join(folder, 'sealed.pdf'), pdf)
  return { original, pdf, identity }
}

describe.for(['own', 'P-256', 'P-384'])('a file sealed by the identity %s', (name) => {
  test('is intact', async () => {
    const { pdf, identity } = await sealWith(name)
    expect(await checkSealedPdf(pdf)).toEqual({
      state: 'intact',
      sha256: (await openssl('dgst', '-sha256', '-r', 'sealed.pdf')).slice(0, 64),
      certificateSha256: identity.fingerprint,
      certificateName: name === 'own' ? 'Portal (Zürich)' : 'below',
      sealedAt: options.signedAt,
      timestamp: null,
    })
  })

  test('is valid and signed as a whole for pdfsig', async () => {
    await sealWith(name)
    const { output } = await run('pdfsig', [join(folder, 'sealed.pdf')])
    expect(output).toContain('Signature Validation: Signature is Valid.')
    expect(output).toContain('Total document signed')
    expect(output).toContain('Signature Type: ETSI.CAdES.detached')
    expect(output).toContain('Signing Time: May 04 2026 12:00:59')
    expect(output.match(/Signature #/g)).toHaveLength(1)
  })

  test('has a signature that openssl verifies', async () => {
    const { pdf, identity } = await sealWith(name)
    const { from, to, encoded } = signatureOf(pdf)
    await writeFile(join(folder, 'signature'), encoded)
    await writeFile(join(folder, 'signed'), Buffer.concat([pdf.subarray(0, from), pdf.subarray(to)]))
    await writeFile(join(folder, 'root.crt'), identity.chain.at(-1) ?? identity.certificate)
    await openssl('x509', '-inform', 'der', '-in', 'root.crt', '-out', 'root.pem')
    const verify = [
      ...['cms', '-verify', '-cades', '-binary', '-inform', 'der', '-in', 'signature'],
      ...['-content', 'signed', '-CAfile', 'root.pem', '-purpose', 'any', '-out', 'verified'],
    ]
    expect(await openssl(...verify)).toContain('CAdES Verification successful')
    await writeFile(join(folder, 'signed'), Buffer.concat([pdf.subarray(0, from), pdf.subarray(to + 1)]))
    expect((await run('openssl', verify, { cwd: folder })).code).not.toBe(0)
  })
})

test.for(['P-256', 'P-384'])('only one of the two valid signatures of %s is intact', async (name) => {
  const { pdf } = await sealWith(name)
  const data = await readSignedData(signatureOf(pdf).encoded)
  const [r, s] = readSequence(data.signature)
  const order = { 'P-256': n256, 'P-384': n384 }[name] ?? 0n
  const other = (order - BigInt(`0x${toHex(s?.content ?? new Uint8Array())}`)).toString(16)
  const otherS = unsignedInteger(fromHex(other.padStart(Math.ceil(other.length / 2) * 2, '0')))
  const signature = sequence(r?.whole ?? new Uint8Array(), otherS)
  expect(await isSignerValid({ ...data, signature })).toBe(true)
  const changed = withSignature(pdf, encodeSignedData({ ...data, signature }))
  expect(await checkSealedPdf(changed)).toEqual({ state: 'changed', problem: 'encoding' })
})

describe('a sealed document', () => {
  test('begins with the original, byte for byte', async () => {
    const { original, pdf } = await sealWith('own', 3)
    expect(original.equals(pdf.subarray(0, original.length))).toBe(true)
  })

  test('has no error for qpdf, and keeps pages, tags, attachments and metadata', async () => {
    const { original } = await sealWith('own', 3)
    const sealed = join(folder, 'sealed.pdf')
    const drawn = join(folder, 'original.pdf')
    await writeFile(drawn, original)
    expect(await run('qpdf', ['--check', sealed])).toMatchObject({ code: 0 })
    for (const [program, ...args] of [
      ['pdftotext', '-layout', 'FILE', '-'],
      ['pdfdetach', '-list', 'FILE'],
      ['pdfinfo', '-struct-text', 'FILE'],
      ['pdfinfo', '-meta', 'FILE'],
      ['qpdf', '--show-attachment=values.json', 'FILE'],
      ['qpdf', '--show-attachment=random.bin', 'FILE'],
    ] as const) {
      const [before, after] = await Promise.all(
        [drawn, sealed].map((path) =>
          run(
            program,
            args.map((arg) => (arg === 'FILE' ? path : arg)),
          ),
        ),
      )
      expect(before?.code, before?.output).toBe(0)
      expect(after).toEqual(before)
    }
    const { output } = await run('pdfinfo', [sealed])
    expect(output).toMatch(/Tagged: +yes/)
    expect(output).toMatch(/Title: +Mutual Non-Disclosure Agreement/)
  })

  test('is certified so that no changes are allowed, with reason and location in any script', async () => {
    await sealWith('own')
    const { output } = await run('qpdf', ['--json=2', '--json-key=qpdf', join(folder, 'sealed.pdf')])
    const [, objects] = JSON.parse(output).qpdf
    const { value: catalog } = objects[`obj:${objects.trailer.value['/Root']}`]
    const { value: signature } = objects[`obj:${catalog['/Perms']['/DocMDP']}`]
    const [field] = catalog['/AcroForm']['/Fields']
    expect(objects[`obj:${field}`].value['/V']).toBe(catalog['/Perms']['/DocMDP'])
    expect(signature).toMatchObject({
      '/Reference': [{ '/TransformMethod': '/DocMDP', '/TransformParams': { '/P': 1 } }],
      '/Reason': 'u:Signed (Größe, 漢字)',
      '/Location': 'u:Zürich',
    })
  })
})

test('typed text is never read as syntax', async () => {
  const typed =
    'Peter Lang /ByteRange [0 9999999999 9999999999 9999999999] /Contents <0000> ) >> endobj \\( %%EOF startxref'
  const sealed = await sealPdf(await drawDocument(), identities.own as Identity, {
    ...options,
    reason: typed,
    location: typed,
  })
  expect(await checkSealedPdf(sealed.pdf)).toMatchObject({ state: 'intact' })
  const path = join(folder, 'typed.pdf')
  await writeFile(path, sealed.pdf)
  expect((await run('pdfsig', [path])).output).toContain('Signature is Valid')
  const { output } = await run('qpdf', ['--json=2', '--json-key=qpdf', path])
  expect(output).toContain(JSON.stringify(`u:${typed}`))
})

describe('refuses to seal', () => {
  const refuse = async (pdf: Uint8Array, message: string) => {
    const sealing = sealPdf(pdf, identities.own as Identity, options)
    await expect(sealing).rejects.toThrow(SealError)
    await expect(sealing).rejects.toThrow(message)
  }

  test('a file that is not a PDF', () => refuse(Buffer.from('No document'), 'be'))

  test('a file that is already sealed', async () =>
    refuse((await sealWith('own')).pdf, 'a form or a signature already'))

  test('an encrypted file', async () => {
    await sealWith('own')
    await writeFile(join(folder, 'plain.pdf'), await drawDocument())
    const encrypted = join(folder, 'encrypted.pdf')
    await run('qpdf', ['--encrypt', '', 'owner', '256', '--', join(folder, 'plain.pdf'), encrypted])
    await refuse(await readFile(encrypted), 'encrypted')
  })

  test('a file with a cross-reference stream, which the check would not read', async () => {
    await writeFile(join(folder, 'plain.pdf'), await drawDocument())
    const packed = join(folder, 'packed.pdf')
    await run('qpdf', ['--object-streams=generate', join(folder, 'plain.pdf'), packed])
    await refuse(await readFile(packed), 'structure')
  })
})
