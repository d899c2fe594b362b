import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import sharp from 'sharp'
import { encode } from 'uqr'
import { describe, expect, test } from 'vitest'
import { contractValues, ndaValues } from '#contract/documents/agreements/agreement-values.ts'
import { exampleContractValues, exampleNdaValues } from '#contract/documents/agreements/example-values.ts'
import { readPdf } from '#test/pdf-programs.ts'
import { rounds } from '#test/rounds.ts'
import { sampleContract, sampleCountersignature, sampleNda } from '#test/signed-agreements.ts'
import { drawSignedAgreement } from './drawing.ts'
import { type SignedAgreement, utcTime } from './signed-agreement.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')

/** Removes spaces, and the marks that pdftotext puts around right-to-left text. */
const withoutSpaces = (text: string) => text.replace(/[\s\u202a-\u202e\u2066-\u2069]/g, '')

const textOf = async (agreement: SignedAgreement) =>
  withoutSpaces((await readPdf(await drawSignedAgreement(agreement)).pages()).join(''))

const blockTexts = ({ blocks }: SignedAgreement) =>
  blocks.map(({ number = '', label = '', segments }) =>
    [
      number,
      label,
      ...segments.map((segment) =>
        'field' in segment ? (segment.value ?? segment.placeholder) : segment.text,
      ),
    ].join(''),
  )

const documents: [string, SignedAgreement][] = [
  ['the NDA', sampleNda()],
  [
    'a contract with all fields, both signatures and a chain over two pages',
    sampleContract({ countersignature: sampleCountersignature(), eventCount: 20 }),
  ],
]

describe.each(documents)('%s', (_name, agreement) => {
  const drawn = drawSignedAgreement(agreement)
  const opened = drawn.then(readPdf)
  const reader = () => opened

  test('is a valid PDF 1.7 that declares itself PDF/A-3a', async () => {
    const bytes = Buffer.from(await drawn).toString('latin1')
    expect(bytes.slice(0, 8)).toBe('%PDF-1.7')
    expect(bytes).toContain('<pdfaid:part>3</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>')
    expect(await (await reader()).check()).toContain('No syntax or stream encoding errors found')
  })

  test('shows every block with its values, in order', async () => {
    const text = withoutSpaces((await (await reader()).pages()).join(''))
    let at = 0
    for (const block of blockTexts(agreement)) {
      const found = text.indexOf(withoutSpaces(block), at)
      expect(found, block).toBeGreaterThanOrEqual(at)
      at = found + withoutSpaces(block).length
    }
  })

  test('counts its pages, each with the short id of the document', async () => {
    const pages = await (await reader()).wholePages()
    expect(pages.length).toBeGreaterThan(2)
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
      expect(page).toContain('Document 5f0c6d9e')
      expect(page).toContain(agreement.verification.code)
    }
  })

  test('has hashes that are copied as they are', async () => {
    const text = await (await reader()).layout()
    const hashes = [
      agreement.textSha256,
      agreement.signature.consentSha256,
      ...agreement.events.map(({ hash }) => hash),
    ]
    for (const hash of hashes) expect(text).toContain(hash)
  })

  test('has a link to the page that verifies it, in the structure', async () => {
    const [, objects] = await (await reader()).json()
    const found = Object.values(objects).flatMap(({ value }) =>
      value?.['/Subtype'] === '/Link' ? [value] : [],
    )
    const action = { '/S': '/URI', '/URI': `u:${agreement.verification.url}` }
    expect(found).toMatchObject([{ '/F': 4, '/StructParent': expect.any(Number), '/A': action }])
    expect(await (await reader()).structure()).toMatch(/^ *Link \(inline\)/m)
  })

  test('has title, language and date in its metadata', async () => {
    const info = await (await reader()).info()
    expect(info).toMatch(new RegExp(`^Title: +${agreement.title.replace(/[()]/g, '\\$&')}$`, 'm'))
    expect(info).toMatch(/^CreationDate: +Wed Dec +2 14:05:30 2026/m)
    expect(info).toMatch(/^ModDate: +Wed Dec +2 14:05:30 2026/m)
    expect(info).toMatch(/^Tagged: +yes$/m)
    expect(info).toMatch(/^Page size: +612 x 792 pts \(letter\)$/m)
    const [, objects] = await (await reader()).json()
    const dictionaries = Object.values(objects).flatMap(({ value }) => (value ? [value] : []))
    expect(dictionaries.find((value) => value['/Type'] === '/Catalog')).toMatchObject({
      '/Lang': 'u:en',
      '/ViewerPreferences': { '/DisplayDocTitle': true },
    })
  })

  test('has a structure that assistive technology can read', async () => {
    const structure = await (await reader()).structure()
    for (const element of [
      'Document',
      'H1',
      'H2',
      'P',
      'L',
      'LI',
      'Lbl',
      'LBody',
      'Table',
      'TR',
      'TH',
      'TD',
    ]) {
      expect(structure).toMatch(new RegExp(`^ *${element}\\b`, 'm'))
    }
    expect(structure).toMatch(/^ *Figure\b/m)
    const [, objects] = await (await reader()).json()
    const alternatives = Object.values(objects).map(({ value }) => value?.['/Alt'])
    expect(alternatives).toContain(`u:QR code of ${agreement.verification.url}`)
    // Screen readers skip page footers, and table headers that are repeated on further pages.
    expect(structure).not.toContain('Page 1 of')
    expect(structure.match(/"No\."/g)).toHaveLength(1)
    const read = [...structure.matchAll(/"(.*)"$/gm)].map(([, text]) => text).join('')
    for (const block of blockTexts(agreement)) expect(withoutSpaces(read)).toContain(withoutSpaces(block))
  })

  test('embeds a subset of each font, with the characters of its glyphs', async () => {
    const rows = (await (await reader()).fonts()).trim().split('\n').slice(2)
    expect(rows.length).toBeGreaterThan(2)
    for (const row of rows) {
      expect(row).toMatch(/^[A-Z]{6}\+SourceSerif4-\w+ +CID TrueType +Identity-H +yes yes yes /)
    }
  })

  test('has the signed text and the chain attached, byte by byte', async () => {
    const text = await (await reader()).attachment('agreement.txt')
    expect(text).toEqual(Buffer.from(agreement.text))
    expect(sha256(text)).toBe(agreement.textSha256)
    expect(await (await reader()).attachment('evidence.json')).toEqual(Buffer.from(agreement.evidence))
    const [, objects] = await (await reader()).json()
    const specifications = Object.values(objects).filter(({ value }) => value?.['/Type'] === '/Filespec')
    expect(specifications.map(({ value }) => [value?.['/UF'], value?.['/AFRelationship']])).toEqual([
      ['u:agreement.txt', '/Source'],
      ['u:evidence.json', '/Data'],
    ])
  })

  test('has a certificate with the whole evidence', async () => {
    const pages = await (await reader()).pages()
    const first = pages.findIndex((page) => page.startsWith('Certificate of Completion'))
    const certificate = withoutSpaces(pages.slice(first).join(''))
    const { signature, verification } = agreement
    const expected = [
      agreement.documentId,
      agreement.title,
      agreement.companyName,
      agreement.partnerName,
      agreement.textSha256,
      signature.signerName,
      signature.signerEmail,
      signature.ipAddress,
      signature.userAgent,
      'Signed2026-12-02 14:05:09.123 UTC',
      'Identity last proved2026-12-02 13:58:41.007 UTC',
      signature.consentSha256,
      signature.consentText,
      verification.page,
      verification.code,
      `Head of the chain${agreement.events.at(-1)?.hash}`,
      ...agreement.events.map(
        ({ sequence, at, description, hash }) => `${sequence}${utcTime(at)}${description}${hash}`,
      ),
    ]
    for (const text of expected) expect(certificate).toContain(withoutSpaces(text))
  })

  test('leaves no heading alone at the end of a page, and keeps the signatures in one piece', async () => {
    const pages = await (await reader()).pages()
    const headings = agreement.blocks
      .filter(({ kind }) => kind === 'heading')
      .map((block) => withoutSpaces(blockTexts({ ...agreement, blocks: [block] }).join('')))
    const certificateHeadings = [
      'Agreement',
      'Signer',
      'Signerforthepartner',
      'Signerforthecompany',
      'Evidence',
      'Consentgivenbeforesigning',
      'Consentgivenbybothbeforesigning',
    ]
    for (const page of pages) {
      const lastLine = withoutSpaces(page.trim().split('\n').at(-1) ?? '')
      expect([...headings, ...certificateHeadings]).not.toContain(lastLine)
    }
    const signatures = pages.find((page) => page.includes('For the Company'))
    expect(signatures).toMatch(/^Signatures$/m)
    expect(signatures).toContain(
      'Signed electronically by Dana Whitfield, General Manager, Harborview Hall LLC',
    )
    expect(signatures).toContain('2026-12-02 14:05:09.123 UTC')
  })

  test('is small', async () => {
    expect((await drawn).length).toBeLessThan(300 * 1024)
  })
})

describe('the signature of the company', () => {
  const countersignature = sampleCountersignature()

  test('stands below that of the partner, and on the certificate with the same facts', async () => {
    const agreement = sampleContract({ countersignature })
    const pages = await readPdf(await drawSignedAgreement(agreement)).pages()
    const signatures = pages.find((page) => page.includes('For the Company')) ?? ''
    const partnerAt = signatures.indexOf('Signed electronically by Dana Whitfield')
    const companyAt = signatures.indexOf('/s/ Robin Castellanos')
    expect(companyAt).toBeGreaterThan(partnerAt)
    expect(signatures).toContain(
      'Signed electronically by Robin Castellanos, Chief Operating Officer, Meridian Health Partners, Inc.',
    )
    const first = pages.findIndex((page) => page.startsWith('Certificate of Completion'))
    const certificate = withoutSpaces(pages.slice(first).join(''))
    const ofCompany = certificate.slice(
      certificate.indexOf('Signerforthecompany'),
      certificate.indexOf('EvidenceNo.'),
    )
    for (const text of [
      `Name${countersignature.signerName}`,
      `Title${countersignature.signerTitle}`,
      `Email${countersignature.signerEmail}`,
      `Signature as typed${countersignature.digitalSignature}`,
      'Signed2026-12-03 09:12:44.508 UTC',
      'Signed in byPasskey (WebAuthn)',
      'Identity last proved2026-12-03 08:59:02.311 UTC',
      `Network address${countersignature.ipAddress}`,
      `Browser${countersignature.userAgent}`,
      `SHA-256 of the consent${countersignature.consentSha256}`,
    ]) {
      expect(ofCompany).toContain(withoutSpaces(text))
    }
    expect(certificate).toContain(withoutSpaces('sealed this file after the second signature'))
    expect(certificate).toContain(withoutSpaces('Consent given by both before signing'))
  })

  test('has its consent printed, too, if it is a different one', async () => {
    const other = { consentText: 'A consent\n\nOf another year.\n', consentSha256: sha256('other') }
    const text = await textOf(sampleNda({ countersignature: sampleCountersignature(other) }))
    expect(text).toContain(withoutSpaces('Consent given for the company before signing'))
    expect(text).toContain(withoutSpaces('Of another year.'))
    expect(text).toContain(withoutSpaces('Consent given by the partner before signing'))
  })
})

test.each([
  ['Arabic', 'محمد عبد الله الأنصاري', 'Amiri'],
  ['Hebrew', 'שרה כהן', 'NotoSerifHebrew'],
  ['Chinese and Japanese', '欧阳雪梅 田中さくら', 'NotoSerifSC'],
  ['Korean', '김철수', 'NotoSerifKR'],
  ['Hindi', 'क्षितिज श्रीवास्तव', 'NotoSerifDevanagari'],
  ['Thai', 'โรงแรมริมน้ำกรุงเทพ', 'NotoSerifThai'],
  [
    'Vietnamese, Polish, Swedish, Greek and Russian',
    'Đặng Thị Mỹ Hạnh Żółć Ångström Ελένη Юлия',
    'SourceSerif4',
  ],
])('a name in %s is drawn, and copied as it is', async (_script, signerName, font) => {
  const agreement = sampleNda({ values: { signerName } })
  const reader = readPdf(await drawSignedAgreement(agreement))
  const text = withoutSpaces((await reader.pagesAsRead()).join(''))
  expect(text.split(withoutSpaces(signerName)).length - 1).toBe(5)
  expect(text).not.toContain('[U+')
  expect(await reader.fonts()).toMatch(
    new RegExp(`[A-Z]{6}\\+${font}\\S* +CID TrueType +Identity-H +yes yes yes`),
  )
  expect(await reader.check()).toContain('No syntax or stream encoding errors found')
})

test('each character is shown: an accent with its letter, one without a font and a direction mark by their numbers', async () => {
  const agreement = sampleNda({
    values: { signerName: 'Rene\u0301e A\u030angstro\u0308m', signerTitle: 'Ann 😀 Lee\u200b 👩‍⚕️' },
    // No form checks this value.
    signature: { userAgent: 'Mozilla \u202egnp.exe שלום' },
  })
  const text = await textOf(agreement)
  expect(text).toContain('NameRenéeÅngström')
  expect(text).toContain('TitleAnn[U+1F600]Lee[U+200B][U+1F469][U+200D][U+2695][U+FE0F]')
  expect(text).toContain('BrowserMozilla[U+202E]gnp.exeשלום')
})

test('long values without spaces break over lines and pages, and stay whole', async () => {
  const eventName = `https://example.com/${'abcdef0123456789'.repeat(17)}`
  const agreement = sampleContract({
    values: {
      setupDetails: `${'W'.repeat(800)}${'漢字'.repeat(300)}${'กรุงเทพ'.repeat(80)}`,
      eventName,
      recipientCompany: 'M'.repeat(200),
    },
    signature: { userAgent: 'U'.repeat(512), digitalSignature: 'Q'.repeat(200) },
  })
  const pdf = await drawSignedAgreement(agreement)
  const text = withoutSpaces((await readPdf(pdf).pages()).join(''))
  for (const value of ['W'.repeat(800), '漢字'.repeat(300), eventName, 'M'.repeat(200), 'U'.repeat(512)]) {
    expect(text).toContain(value)
  }
  expect(text).toContain('Q'.repeat(200))
})

test('line breaks in a long value are kept', async () => {
  const agreement = sampleContract({ values: { setupDetails: 'Dock B.\nTakedown by 9:00 PM.\nTwo guards.' } })
  const pages = (await readPdf(await drawSignedAgreement(agreement)).pages()).join('\n')
  expect(pages).toMatch(/Dock B\. ?\nTakedown by 9:00 PM\. ?\nTwo guards\./)
})

test('the QR code on the certificate is that of the address with the code', async () => {
  const agreement = sampleNda()
  const reader = readPdf(await drawSignedAgreement(agreement))
  const page = (await reader.pages()).findIndex((text) => text.startsWith('Certificate of Completion')) + 1
  const { data, info } = await sharp(await reader.picture(page, 144))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { data: squares } = encode(agreement.verification.url, { ecc: 'M', border: 0 })
  // The code is 92 points wide, 436 from the left and 74 from the top; a point has two pixels.
  const at = (row: number, column: number) => {
    const place = (index: number) => Math.floor(((index + 0.5) * 92 * 2) / squares.length)
    return (data[(74 * 2 + place(row)) * info.width + 436 * 2 + place(column)] ?? 255) < 128
  }
  expect(squares.map((row, y) => row.map((_, x) => at(y, x)))).toEqual(squares)
})

test('Thai breaks between words', async () => {
  const word = 'โรงแรมริมน้ำกรุงเทพมหานคร'
  const agreement = sampleContract({ values: { setupDetails: word.repeat(12) } })
  const page = (await readPdf(await drawSignedAgreement(agreement)).pages()).join('\n')
  const starts = page.split('\n').flatMap((line) => /^[\u0e00-\u0e7f].{9}/.exec(line.trim()) ?? [])
  expect(starts.length).toBeGreaterThan(2)
  for (const start of starts) expect(start).toMatch(/^(โรงแรม|ริม|น้ำ|กรุง|เทพ)/)
})

test('Hebrew runs from the right, and the sentence around it from the left', async () => {
  const agreement = sampleNda({ values: { signerName: 'שלום 2026 אב' } })
  const words = await readPdf(await drawSignedAgreement(agreement)).words()
  // The reader returns the letters of each positioned word in visual order, from left to right.
  const lines = words.flatMap((signed, index) => {
    const following = words.slice(index, index + 9)
    return signed.text === 'Signed' ? [following.filter(({ top }) => Math.abs(top - signed.top) < 6)] : []
  })
  const line =
    lines.find((found) => found.some(({ text }) => text === Array.from('שלום').reverse().join(''))) ?? []
  const fromLeft = line.toSorted((a, b) => a.left - b.left).map(({ text }) => text)
  expect(fromLeft.join(' ')).toMatch(/^Signed electronically by[^\p{L}\d]+בא 2026 םולש/u)
})

test('Arabic letters are joined', async () => {
  const words = await readPdf(
    await drawSignedAgreement(sampleNda({ values: { signerName: 'ب ببب' } })),
  ).words()
  const widthOf = (word: string) => {
    const found = words.find(({ text }) => text === word)
    return (found?.right ?? Number.NaN) - (found?.left ?? Number.NaN)
  }
  expect(widthOf('ب')).toBeGreaterThan(5)
  expect(widthOf('ببب')).toBeLessThan(widthOf('ب') * 2.5)
})

test('what a user typed is never read as markup of the template', async () => {
  const typed = '#set page(1) *bold* _it_ $x$ `raw` // <label> @ref \\ "q" [a] = b ~ #sys.inputs'
  const text = await textOf(sampleNda({ values: { recipientCompany: typed, signerName: typed } }))
  expect(text.split(withoutSpaces(typed)).length).toBeGreaterThan(5)
})

test('what a user typed is never read as syntax of PDF', async () => {
  const typed = 'Peter Lang /ByteRange [0 1 2 3] ) >> endobj'
  const agreement = sampleNda({
    values: { recipientCompany: typed, signerName: typed, signerTitle: typed, digitalSignature: typed },
  })
  const pdf = await drawSignedAgreement({
    ...agreement,
    title: typed,
    companyName: typed,
    partnerName: typed,
    signature: { ...agreement.signature, signerName: typed, userAgent: typed, consentText: typed },
    evidence: JSON.stringify(Array(9).fill(typed)),
  })
  expect(Buffer.from(pdf).toString('latin1')).not.toContain('/ByteRange')
  expect((await readPdf(pdf).info()).replaceAll('\u2060', '')).toContain(typed)
})

test('a title with XML characters is complete in the metadata', async () => {
  const pdf = await drawSignedAgreement({ ...sampleNda(), title: 'Terms & <Conditions>' })
  expect(await readPdf(pdf).info()).toMatch(/^Title: +Terms & <Conditions>$/m)
  expect(Buffer.from(pdf).toString('latin1')).toContain('Terms &amp; &lt;Conditions&gt;')
})

test('a worker thread draws the same bytes', async () => {
  const agreement = sampleContract({
    values: { signerName: 'محمد 欧阳' },
    countersignature: sampleCountersignature(),
    eventCount: 20,
  })
  const module = new URL('./drawing.ts', import.meta.url).href
  const worker = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads')
     import(workerData.module)
       .then(({ drawSignedAgreement }) => drawSignedAgreement(workerData.agreement))
       .then((pdf) => parentPort.postMessage(pdf))`,
    { eval: true, workerData: { module, agreement } },
  )
  const pdf = await new Promise<Uint8Array>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  await worker.terminate()
  expect(sha256(pdf)).toBe(sha256(await drawSignedAgreement(agreement)))
})

const anyText = (maxLength: number) =>
  fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength }),
    fc.string({ unit: 'binary', minLength: 1, maxLength }),
    fc.string({
      unit: fc.constantFrom(...'a1 (]-/.,اللهمَشשלבּקक्षिर्ำกน้한汉あ😀\u200d\u0301\u00ad\u200b€'),
      minLength: 1,
      maxLength,
    }),
  )

const numRuns = rounds({ short: 3, long: 100 })

test('whatever passes the checks of the form is drawn', async () => {
  const texts = fc.record({ short: anyText(100), long: anyText(900), agent: anyText(300) })
  let drawn = 0
  await fc.assert(
    fc.asyncProperty(texts, async ({ short, long, agent }) => {
      const nda = { ...exampleNdaValues, signerName: short, recipientCompany: long.slice(0, 200) }
      const contract = { ...exampleContractValues, setupDetails: long, territory: short }
      const signature = { userAgent: agent, digitalSignature: short }
      const accepted = [
        ...(ndaValues.safeParse(nda).success ? [sampleNda({ values: nda, signature })] : []),
        ...(contractValues.safeParse(contract).success
          ? [sampleContract({ values: contract, signature })]
          : []),
      ]
      for (const agreement of accepted) {
        const pdf = await drawSignedAgreement(agreement)
        expect(await readPdf(pdf).check()).toContain('No syntax or stream encoding errors found')
        drawn++
      }
    }),
    { numRuns },
  )
  expect(drawn).toBeGreaterThan(1)
})
