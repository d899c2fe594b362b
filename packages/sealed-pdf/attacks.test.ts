import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CryptoKeySigner,
  PDF,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  PdfStream,
  PdfString,
} from '@libpdf/core'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readCertificate } from './certificate.ts'
import { checkSealedPdf, type Problem } from './check.ts'
import { encode, objectId, readInside, readSequence, sequence, setOf, tags } from './der.ts'
import { createIdentity, type Identity } from './identity.ts'
import { sealPdf } from './seal.ts'
import { encodeSealAttributes, encodeSignedData, readSignedData } from './signed-data.ts'
import { drawDocument, run, signatureOf, withSignature } from './test-documents.ts'

// Creating keys takes long on a busy machine, and no test measures time.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let folder: string
let identity: Identity
let attacker: Identity
let original: Buffer
let sealed: Buffer

const options = { reason: 'Signed', signedAt: new Date('2026-05-04T12:00:00Z') }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attacks-'))
  identity = await createIdentity({ commonName: 'Portal', organization: 'Example' })
  attacker = await createIdentity({ commonName: 'Portal', organization: 'Example' })
  original = await drawDocument({ pages: 2 })
  sealed = Buffer.from((await sealPdf(original, identity, options)).pdf)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const expectChanged = async (pdf: Uint8Array, ...anyOf: Problem[]) => {
  expect(Buffer.compare(pdf, sealed)).not.toBe(0)
  const check = await checkSealedPdf(pdf)
  expect(check.state).toBe('changed')
  if (check.state === 'changed') expect(anyOf).toContain(check.problem)
}

/** Returns the text that a reader shows, to prove that an attack has its effect. */
const shownText = async (pdf: Uint8Array) => {
  const path = join(folder, 'shown.pdf')
  await writeFile(path, pdf)
  return (await run('pdftotext', [path, '-'])).output
}

/** Replaces something in the sealed file. Later offsets only stay the same if the replacement has the same number of bytes. */
const replace = (search: string | RegExp, replacement: string) => {
  const text = sealed.toString('latin1')
  const changed = text.replace(search, replacement)
  expect(changed).not.toBe(text)
  return Buffer.from(changed, 'latin1')
}

/** Appends changes to a PDF behind its end, as an editor does. */
const update = async (pdf: Uint8Array, change: (pdf: PDF) => void) => {
  const document = await PDF.load(pdf)
  change(document)
  const updated = Buffer.from(await document.save({ incremental: true, useXRefStream: false }))
  expect(updated.subarray(0, pdf.length).equals(pdf)).toBe(true)
  return updated
}

const contentStream = (text: string) =>
  new PdfStream(PdfDict.of({}), Buffer.from(`BT /F0 18 Tf 72 600 Td (${text}) Tj ET`))

const replacePage = (document: PDF, text: string) => {
  const page = document.getPages()[0]?.dict
  page?.set('Contents', document.register(contentStream(text)))
}

const lastTable = (text: string) => /startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1]

/** Appends objects, each given as number and body, with their own table. */
const appendObjects = (
  pdf: Buffer,
  objects: [number, string][],
  trailer = '',
  previous = lastTable(pdf.toString('latin1')),
) => {
  let text = pdf.toString('latin1')
  const offsets = objects.map(([number, body]) => {
    const offset = text.length
    text += `${number} 0 obj\n${body}\nendobj\n`
    return `${number} 1\n${String(offset).padStart(10, '0')} 00000 n\r\n`
  })
  const table = text.length
  const root = /\/Root (\d+ 0 R)/.exec(text)?.[1]
  text += `xref\n${offsets.join('')}trailer\n<< /Size 99 /Root ${root} /Prev ${previous} ${trailer}>>\n`
  return Buffer.from(`${text}startxref\n${table}\n%%EOF\n`, 'latin1')
}

/** Finds the last object that matches the pattern; returns its number and text. */
const findObject = (pdf: Buffer, pattern: RegExp) => {
  const all = [...pdf.toString('latin1').matchAll(/(\d+) 0 obj\r?\n([\s\S]*?)\r?\nendobj/g)]
  const found = all.findLast(([, , body = '']) => pattern.test(body))
  if (!found) throw new Error(`No object with ${pattern}`)
  return { number: Number(found[1]), body: found[2] ?? '', at: found.index }
}

test('an unchanged sealed file is intact', async () => {
  expect(await checkSealedPdf(sealed)).toMatchObject({
    state: 'intact',
    certificateSha256: identity.fingerprint,
  })
})

test('files without a seal are not intact', async () => {
  for (const bytes of [original, Buffer.from(''), Buffer.from('Hello'), Buffer.alloc(10_000)])
    expect(await checkSealedPdf(bytes)).toEqual({ state: 'not-sealed' })
})

describe('incremental saving', () => {
  test('that changes the content of a page', async () => {
    const changed = await update(sealed, (pdf) => replacePage(pdf, 'Northwind pays 900'))
    expect(await shownText(changed)).toContain('Northwind pays 900')
    await expectChanged(changed, 'byte-range')
  })

  test('that puts another catalog in place', async () => {
    const changed = await update(sealed, (pdf) => {
      pdf
        .getCatalog()
        .set(
          'Pages',
          pdf.register(
            PdfDict.of({ Type: PdfName.of('Pages'), Count: PdfNumber.of(0), Kids: new PdfArray([]) }),
          ),
        )
    })
    await expectChanged(changed, 'byte-range')
  })

  test('that takes the signature out of the form', async () => {
    const changed = await update(sealed, (pdf) => {
      pdf.getCatalog().delete('AcroForm')
      pdf.getCatalog().delete('Perms')
    })
    await expectChanged(changed, 'structure')
  })

  test('without a table or trailer, which some readers repair', async () => {
    const { number } = findObject(sealed, /\/Type \/Catalog/)
    const body = `\n${number} 0 obj\n<< /Type /Catalog /Pages 1 0 R >>\nendobj\n`
    await expectChanged(Buffer.concat([sealed, Buffer.from(body)]), 'file-end')
    await expectChanged(
      Buffer.concat([sealed, Buffer.from(`${body}trailer\n<< /Root ${number} 0 R >>\n%%EOF\n`)]),
      'file-end',
    )
    await expectChanged(Buffer.concat([sealed, Buffer.from(`${body}startxref\n0\n%%EOF\n`)]), 'structure')
  })

  test('that puts a copy of the signature with an extended range at the end', async () => {
    const { number, body } = findObject(sealed, /\/ByteRange/)
    const changed = appendObjects(sealed, [[number, body]])
    await expectChanged(changed, 'signature-count')
  })
})

describe('universal signature forgery', () => {
  const range = /\/ByteRange \[[^\]]*\]/

  test.for([
    ['missing', ''],
    ['null', '/ByteRange null'],
    ['empty', '/ByteRange []'],
    ['of zeros', '/ByteRange [0 0 0 0]'],
    ['negative', '/ByteRange [0 -1 -1 -1]'],
    ['negative at its start', '/ByteRange [-1 9 9 9]'],
    ['huge', '/ByteRange [0 9999999999999999999 1 1]'],
    ['short', '/ByteRange [0 1]'],
    ['of words', '/ByteRange [/A /B /C /D]'],
    ['a reference', '/ByteRange 1 0 R'],
    ['twice', '/ByteRange [0 1] /ByteRange []'],
    ['under another spelling', '/Byte#52ange [0 1 2 3]'],
  ])('with a ByteRange that is %s', async ([, replacement = '']) => {
    const length = range.exec(sealed.toString('latin1'))?.[0].length ?? 0
    await expectChanged(
      replace(range, replacement.padEnd(length)),
      ...(['byte-range', 'signature-count', 'structure'] as const),
    )
  })

  test.for([
    ['missing', () => ''],
    ['null', () => '/Contents null'],
    ['empty', () => '/Contents <>'],
    ['zero', () => '/Contents <00>'],
    ['zeros', (length: number) => `/Contents <${'0'.repeat(length - 12)}>`],
    ['a literal', (length: number) => `/Contents (${'0'.repeat(length - 12)})`],
    ['a reference', () => '/Contents 1 0 R'],
    ['cut short', (_: number, text: string) => `${text.slice(0, 400)}>`],
  ] as const)('with a Contents that is %s', async ([, contents]) => {
    const pattern = /\/Contents <[0-9a-f]*>/
    const text = pattern.exec(sealed.toString('latin1'))?.[0] ?? ''
    await expectChanged(
      replace(pattern, contents(text.length, text).padEnd(text.length)),
      ...(['byte-range', 'encoding'] as const),
    )
  })

  test.for(['/Type', '/Filter', '/SubFilter', '/Reference', '/M'])(
    'without %s in its dictionary',
    async (key) => {
      const { at, body } = findObject(sealed, /\/ByteRange/)
      const position = sealed.indexOf(`${key} `, at)
      expect(position).toBeLessThan(at + body.length + 20)
      const changed = Buffer.from(sealed)
      changed.write('/X', position, 'latin1')
      await expectChanged(changed, 'structure', 'content')
    },
  )

  test('with neither ByteRange nor kind of signature counts as not sealed', async () => {
    const changed = Buffer.from(
      sealed.toString('latin1').replace('/ByteRange', '/BiteRange').replace('/ETSI.CAdES', '/ETSI.XAdES'),
      'latin1',
    )
    expect(await checkSealedPdf(changed)).toEqual({ state: 'not-sealed' })
  })
})

describe('signature wrapping', () => {
  /** Moves the second part of the signed bytes to the end and puts other objects in between. */
  const wrap = (between: string, patchRange: boolean) => {
    const { from, to } = signatureOf(sealed)
    const tail = sealed.subarray(to)
    const middle = Buffer.from(between, 'latin1')
    const wrapped = Buffer.concat([sealed.subarray(0, to), middle, tail])
    if (!patchRange) return wrapped
    const range = /\/ByteRange \[[^\]]*\]/.exec(sealed.toString('latin1'))?.[0] ?? ''
    const moved = `/ByteRange [0 ${from} ${to + middle.length} ${tail.length}]`.padEnd(range.length)
    return Buffer.from(wrapped.toString('latin1').replace(range, moved.slice(0, range.length)), 'latin1')
  }

  test('by bytes between the signature and the moved second part', async () => {
    const { number } = findObject(sealed, /\/Type \/Catalog/)
    const object = `\n${number} 0 obj\n<< /Type /Catalog /Pages 1 0 R >>\nendobj\n`
    for (const patched of [true, false]) await expectChanged(wrap(object, patched), 'byte-range', 'structure')
  })

  test('by the signed bytes as they are, with a table between that leads to other objects', async () => {
    const { number } = findObject(sealed, /\/Type \/Catalog/)
    const { from, to } = signatureOf(sealed)
    const catalog = `${number} 0 obj\n<< /Type /Catalog /Pages 1 0 R >>\nendobj\n`
    const signature = sealed.subarray(from, to).toString('latin1')
    const table = `xref\n${number} 1\n${String(to + 1).padStart(10, '0')} 00000 n\r\n`
    const trailer = `trailer\n<< /Size 99 /Root ${number} 0 R >>\nstartxref\n${to + 1 + catalog.length}\n%%EOF\n`
    const wrapped = [sealed.subarray(0, from).toString('latin1'), signature, '\n', catalog, table, trailer]
    await expectChanged(Buffer.from(wrapped.join(''), 'latin1'), 'structure')
    const whole = Buffer.from(wrapped.join('') + sealed.subarray(to).toString('latin1'), 'latin1')
    await expectChanged(whole, 'structure', 'byte-range')
  })

  test('by a ByteRange with more than two parts', async () => {
    const { from, to } = signatureOf(sealed)
    const range = /\/ByteRange \[[^\]]*\]/.exec(sealed.toString('latin1'))?.[0] ?? ''
    const half = Math.floor(from / 2)
    const parts = `/ByteRange [0 ${half} ${half} ${from - half} ${to} ${sealed.length - to}]`
    await expectChanged(replace(range, parts.padEnd(range.length)), 'byte-range', 'structure')
  })

  test('by a table whose entry for the signature points to a copy', async () => {
    const { number, at } = findObject(sealed, /\/ByteRange/)
    const { at: other } = findObject(sealed, /\/FT \/Sig/)
    expect(number).toBeGreaterThan(0)
    const entry = (offset: number) => `${String(offset).padStart(10, '0')} 00000 n`
    await expectChanged(replace(entry(at), entry(other)), 'structure')
  })

  test('by a signature outside the object that the form names', async () => {
    const { number, body } = findObject(sealed, /\/ByteRange/)
    const decoy = body
      .replace(/\/ByteRange \[[^\]]*\]/, '')
      .replace(/\/Contents <[0-9a-f]*>/, '/Contents <00>')
    await expectChanged(appendObjects(sealed, [[number, decoy]]), 'byte-range')
  })
})

describe('shadow content, put in before signing and shown after', () => {
  let prepared: Buffer
  let preparedSealed: Buffer
  beforeAll(async () => {
    prepared = await update(original, (pdf) => {
      pdf.getCatalog().set('Shadow', pdf.register(contentStream('Northwind pays 900')))
    })
    preparedSealed = Buffer.from((await sealPdf(prepared, identity, options)).pdf)
    expect(await checkSealedPdf(preparedSealed)).toMatchObject({ state: 'intact' })
  })

  test('hide: the covering overlay is removed by freeing its object', async () => {
    const { number } = findObject(preparedSealed, /\/Type \/Page\b(?!s)/)
    const text = preparedSealed.toString('latin1')
    const table = text.length
    const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1]
    const root = /\/Root (\d+ 0 R)/.exec(text)?.[1]
    const freed = `xref\n${number} 1\n0000000000 65535 f\r\ntrailer\n<< /Size 99 /Root ${root} /Prev ${previous} >>\nstartxref\n${table}\n%%EOF\n`
    await expectChanged(Buffer.concat([preparedSealed, Buffer.from(freed)]), 'byte-range')
  })

  test('replace: a harmless object, such as a form or font, gets another definition', async () => {
    const { number } = findObject(preparedSealed, /\/Type \/Font/)
    const changed = appendObjects(preparedSealed, [
      [number, '<< /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >>'],
    ])
    await expectChanged(changed, 'byte-range')
  })

  test('hide and replace: a table makes the hidden objects visible', async () => {
    const changed = await update(preparedSealed, (pdf) => {
      const shadow = pdf.getCatalog().get('Shadow')
      if (shadow) pdf.getPages()[0]?.dict.set('Contents', shadow)
    })
    expect(await shownText(changed)).toContain('Northwind pays 900')
    await expectChanged(changed, 'byte-range')
  })
})

describe('an evil annotation on the certified document', () => {
  test('that covers the text with another text', async () => {
    const changed = await update(sealed, (pdf) => {
      const appearance = new PdfStream(
        PdfDict.of({
          Type: PdfName.of('XObject'),
          Subtype: PdfName.of('Form'),
          BBox: new PdfArray([0, 0, 500, 100].map((number) => PdfNumber.of(number))),
        }),
        Buffer.from('1 1 1 rg 0 0 500 100 re f'),
      )
      const annotation = PdfDict.of({
        Type: PdfName.of('Annot'),
        Subtype: PdfName.of('FreeText'),
        Rect: new PdfArray([0, 650, 500, 750].map((number) => PdfNumber.of(number))),
        Contents: PdfString.fromString('Northwind pays 900'),
        F: PdfNumber.of(4),
        AP: PdfDict.of({ N: pdf.register(appearance) }),
      })
      pdf.getPages()[0]?.dict.set('Annots', new PdfArray([pdf.register(annotation)]))
    })
    await expectChanged(changed, 'byte-range')
  })

  test('that gives the field of the signature a place and a picture', async () => {
    const { number, body } = findObject(sealed, /\/FT \/Sig/)
    const shown = body.replace('/Rect [0 0 0 0]', '/Rect [0 0 600 800] /AP << /N 1 0 R >>')
    expect(shown).not.toBe(body)
    await expectChanged(appendObjects(sealed, [[number, shown]]), 'byte-range')
  })
})

describe('bytes around the file', () => {
  test.for(['\n', ' ', '\0', '%', '%%EOF\n', '%%EOF'])('behind it: %j', async (more) => {
    await expectChanged(Buffer.concat([sealed, Buffer.from(more)]), 'file-end', 'byte-range')
  })

  test.for(['\n', ' ', '\0', 'MZ', '%!PS\n', '%PDF-1.7\n'])('before it: %j', async (more) => {
    await expectChanged(Buffer.concat([Buffer.from(more), sealed]), 'file-start', 'structure')
  })

  test('missing at its end or start', async () => {
    for (const count of [1, 2, 6, 100, 5_000])
      await expectChanged(sealed.subarray(0, -count), 'file-end', 'byte-range')
    await expectChanged(sealed.subarray(1), 'file-start')
  })
})

describe('the place of the signature', () => {
  const patch = (change: (hex: string) => string) => {
    const { from, to } = signatureOf(sealed)
    const hex = change(sealed.subarray(from + 1, to - 1).toString('latin1'))
    const changed = Buffer.concat([sealed.subarray(0, from + 1), Buffer.from(hex), sealed.subarray(to - 1)])
    expect(changed).toHaveLength(sealed.length)
    return changed
  }

  test('with junk in its padding', async () => {
    await expectChanged(
      patch((hex) => `${hex.slice(0, -2)}ff`),
      'encoding',
    )
    await expectChanged(
      patch((hex) => `${hex.slice(0, -9)}0deadbeef`),
      'encoding',
    )
    const { encoded } = signatureOf(sealed)
    await expectChanged(withSignature(sealed, Buffer.concat([encoded, Buffer.of(1)])), 'encoding')
  })

  test('with spaces, capital letters or a comment in its hex', async () => {
    await expectChanged(
      patch((hex) => hex.toUpperCase()),
      'encoding',
    )
    await expectChanged(
      patch((hex) => hex.replace(/[a-f]/, (letter) => letter.toUpperCase())),
      'encoding',
    )
    await expectChanged(
      patch((hex) => `${hex.slice(0, -1)} `),
      'structure',
    )
    await expectChanged(
      patch((hex) => `${hex.slice(0, -9)}>%hidden\n`),
      'structure',
      'byte-range',
    )
    await expectChanged(
      patch((hex) => `${hex.slice(0, -8)}> /X 1  `),
      'structure',
      'byte-range',
    )
  })
})

describe('the signature itself', () => {
  const rebuilt = async (change: Partial<Awaited<ReturnType<typeof readSignedData>>>) => {
    const data = await readSignedData(signatureOf(sealed).encoded)
    return withSignature(sealed, encodeSignedData({ ...data, ...change }))
  }
  const own = async () => readSignedData(signatureOf(sealed).encoded)

  /** Adds more elements at the end of the signature's signer. */
  const withMore = (more: Uint8Array) => {
    const [type, explicit] = readSequence(signatureOf(sealed).encoded)
    const parts = readInside(readInside(explicit, tags.context(0))[0], tags.sequence)
    const [signer] = readInside(parts.at(-1), tags.set)
    const others = parts.slice(0, -1).map(({ whole }) => whole)
    const signerInfo = sequence(signer?.content ?? new Uint8Array(), more)
    const signedData = sequence(...others, setOf([signerInfo]))
    return withSignature(
      sealed,
      sequence(type?.whole ?? new Uint8Array(), encode(tags.context(0), signedData)),
    )
  }

  test('stays intact when it is encoded again unchanged, so the checks below find only the changes', async () => {
    expect(Buffer.compare(await rebuilt({}), sealed)).toBe(0)
    expect(Buffer.compare(withMore(new Uint8Array()), sealed)).toBe(0)
  })

  test('with an additional certificate', async () => {
    const { certificates } = await own()
    const more = [...certificates, readCertificate(attacker.certificate)]
    await expectChanged(await rebuilt({ certificates: more }), 'encoding')
    await expectChanged(await rebuilt({ certificates: [...certificates, ...certificates] }), 'encoding')
  })

  test('with a certificate for the same key under another name', async () => {
    const pem = (label: string, bytes: Uint8Array) =>
      `-----BEGIN ${label}-----\n${Buffer.from(bytes).toString('base64').replace(/.{64}/g, '$&\n')}\n-----END ${label}-----\n`
    const openssl = async (...args: string[]) => {
      const { code, output } = await run('openssl', args, { cwd: folder })
      expect(code, output).toBe(0)
    }
    await writeFile(join(folder, 'attacker.key'), pem('PRIVATE KEY', attacker.privateKey))
    await writeFile(join(folder, 'attacker.pem'), pem('CERTIFICATE', attacker.certificate))
    await writeFile(join(folder, 'public.pem'), pem('PUBLIC KEY', (await own()).signer.publicKey))
    await openssl('req', '-new', '-key', 'attacker.key', '-subj', '/CN=Mallory', '-out', 'request')
    await openssl(
      ...['x509', '-req', '-in', 'request', '-force_pubkey', 'public.pem', '-CA', 'attacker.pem'],
      ...['-CAkey', 'attacker.key', '-outform', 'der', '-out', 'fake'],
    )
    const fake = readCertificate(await readFile(join(folder, 'fake')))
    expect(Buffer.compare(fake.publicKey, (await own()).signer.publicKey)).toBe(0)
    await expectChanged(await rebuilt({ signer: fake, certificates: [fake] }), 'encoding')
  })

  test('with unsigned attributes of any kind', async () => {
    const attribute = sequence(objectId('1.2.3.4'), setOf([objectId('1.2.3.4')]))
    await expectChanged(withMore(setOf([attribute], tags.context(1))), 'encoding')
    await expectChanged(withMore(setOf([], tags.context(1))), 'encoding')
    const junk = sequence(objectId('1.2.840.113549.1.9.16.2.14'), setOf([sequence(objectId('1.2.3'))]))
    await expectChanged(withMore(setOf([junk], tags.context(1))), 'timestamp')
    await expectChanged(withMore(objectId('1.2.3')), 'encoding')
  })

  test('with another digest that nobody has signed', async () => {
    const { signer, certificates } = await own()
    const signedAttributes = await encodeSealAttributes(new Uint8Array(32), signer, certificates)
    await expectChanged(await rebuilt({ signedAttributes }), 'content')
  })

  test('for changed content, with its digest but not its key', async () => {
    const changed = Buffer.from(sealed)
    changed.write('Contoso!', changed.indexOf('/Producer') + 11, 'latin1')
    const { from, to } = signatureOf(changed)
    const digest = createHash('sha256')
      .update(changed.subarray(0, from))
      .update(changed.subarray(to))
      .digest()
    const data = await own()
    const signedAttributes = await encodeSealAttributes(digest, data.signer, data.certificates)
    await expectChanged(withSignature(changed, encodeSignedData({ ...data, signedAttributes })), 'signature')
    await expectChanged(changed, 'content')
  })

  test('by another key under the same names is intact but has another certificate', async () => {
    const { pdf } = await sealPdf(original, attacker, options)
    const check = await checkSealedPdf(pdf)
    expect(check).toMatchObject({ state: 'intact', certificateName: 'Portal' })
    expect(check).toMatchObject({ certificateSha256: attacker.fingerprint })
    expect(attacker.fingerprint).not.toBe(identity.fingerprint)
  })
})

describe('a second signature', () => {
  test('of another key, valid by itself, over the sealed file', async () => {
    const key = await crypto.subtle.importKey(
      'pkcs8',
      new Uint8Array(attacker.privateKey),
      { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
      false,
      ['sign'],
    )
    const signer = new CryptoKeySigner(key, attacker.certificate, 'RSA', 'RSASSA-PKCS1-v1_5')
    const { bytes } = await (await PDF.load(sealed)).sign({ signer, reason: 'Also' })
    await writeFile(join(folder, 'twice.pdf'), bytes)
    const { output } = await run('pdfsig', ['-nocert', join(folder, 'twice.pdf')])
    expect(output.match(/Signature is Valid/g)).toHaveLength(2)
    await expectChanged(bytes, 'signature-count')
  })

  test('in a field of the form that has no value yet', async () => {
    const changed = await update(sealed, (pdf) => {
      const form = pdf.getCatalog().get('AcroForm') as PdfDict
      const field = PdfDict.of({ FT: PdfName.of('Sig'), T: PdfString.fromString('Second') })
      const [first] = form.getArray('Fields') ?? []
      if (first) form.set('Fields', new PdfArray([first, pdf.register(field)]))
    })
    await expectChanged(changed, 'signature-count')
  })

  test('by a second signer in the same signature', async () => {
    const { from, to, encoded } = signatureOf(sealed)
    const [type, explicit] = readSequence(encoded)
    const parts = readInside(readInside(explicit, tags.context(0))[0], tags.sequence)
    const signers = readInside(parts.at(-1), tags.set).map(({ whole }) => whole)
    const other = (await sealPdf(original, attacker, options)).pdf
    const [, otherExplicit] = readSequence(signatureOf(other).encoded)
    const otherParts = readInside(readInside(otherExplicit, tags.context(0))[0], tags.sequence)
    const otherSigners = readInside(otherParts.at(-1), tags.set).map(({ whole }) => whole)
    const others = parts.slice(0, -1).map(({ whole }) => whole)
    const both = sequence(...others, setOf([...signers, ...otherSigners]))
    const twice = sequence(type?.whole ?? new Uint8Array(), encode(tags.context(0), both))
    expect(twice.length * 2).toBeLessThan(to - from)
    await expectChanged(withSignature(sealed, twice), 'encoding')
  })
})

describe('a second ByteRange', () => {
  const fake = '/ByteRange [0 10 20 30]'

  test('in a comment or stream behind the seal', async () => {
    await expectChanged(Buffer.concat([sealed, Buffer.from(`%${fake}\n`)]), 'file-end')
    const stream = `<< /Length ${fake.length} >>\nstream\n${fake}\nendstream`
    await expectChanged(appendObjects(sealed, [[90, stream]]), 'signature-count')
  })

  test('in a comment or stream before it is sealed is refused', async () => {
    const text = original.toString('latin1')
    const commented = appendObjects(Buffer.from(`${text}%${fake}\n`, 'latin1'), [], '', lastTable(text))
    const streamed = appendObjects(original, [
      [90, `<< /Length ${fake.length} >>\nstream\n${fake}\nendstream`],
    ])
    for (const pdf of [commented, streamed])
      await expect(sealPdf(pdf, identity, options)).rejects.toThrow('signature-count')
  })
})

test('the check has a result for any bytes', async () => {
  const pieces = [
    '%PDF-1.7\n',
    '/ByteRange',
    '[',
    ']',
    '<<',
    '>>',
    '<',
    '>',
    '(',
    ')',
    '\\',
    '/Root',
    ' 1 0 R',
    '1 0 obj',
    'xref\n',
    '0 1\n',
    'trailer',
    'startxref\n9\n%%EOF\n',
    '/Prev 9',
    '%',
  ]
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 60 }),
      async (parts) => {
        for (const pdf of [parts.join(''), `%PDF-1.7\n${parts.join('')}/ByteRange\nstartxref\n9\n%%EOF\n`])
          expect((await checkSealedPdf(Buffer.from(pdf))).state).not.toBe('intact')
      },
    ),
    { numRuns: 1_000 },
  )
  const deep = `%PDF-1.7\nxref\ntrailer${'['.repeat(100_000)}/ByteRange\nstartxref\n9\n%%EOF\n`
  expect(await checkSealedPdf(Buffer.from(deep))).toEqual({ state: 'changed', problem: 'structure' })
})
