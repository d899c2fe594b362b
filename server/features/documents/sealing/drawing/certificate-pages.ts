import type { SignInMethod } from '#server/db/schema/users.ts'
import { type Line, layoutLines, type TextStyle } from './line-layout.ts'
import type { Block, PageFlow } from './page-flow.ts'
import { leading, sheet, styles } from './paper.ts'
import { paintQrCode } from './qr-code.ts'
import { type SignedAgreement, type SignerEvidence, utcTime } from './signed-agreement.ts'

type Element = PDFKit.PDFStructureElement

const width = sheet.right - sheet.left
const valueX = sheet.left + 144
const qrSize = 92
const eventColumns = { sequence: sheet.left, time: sheet.left + 24, what: valueX }

const methods: Record<SignInMethod, string> = {
  code: 'One-time code sent to the email address',
  link: 'One-time link sent to the email address',
  provider: 'Company sign-in (OpenID Connect)',
  passkey: 'Passkey (WebAuthn)',
  demo: 'Demo account, without proof of identity',
}

const add = (document: PDFKit.PDFDocument, parent: Element, type: string, options: object = {}) => {
  const element = document.struct(type, options)
  parent.add(element)
  return element
}

const layout = (text: string, style: TextStyle, maxWidth: number) =>
  layoutLines([{ text, style, isIsolated: true }], maxWidth)

type Fact = [label: string, value: string, style?: TextStyle]

const layoutRows = (document: PDFKit.PDFDocument, root: Element, facts: Fact[]): Block[] => {
  const table = add(document, root, 'Table')
  return facts.map(([label, value, style = styles.small]) => {
    const row = add(document, table, 'TR')
    const labelElement = add(document, row, 'TH', { scope: 'Row' })
    const valueElement = add(document, row, 'TD')
    return {
      cells: [
        { x: sheet.left, lines: layout(label, styles.smallLabel, 134), element: labelElement },
        { x: valueX, lines: layout(value, style, sheet.right - valueX), element: valueElement },
      ],
      leading: leading.small,
      before: 3.5,
      after: 3.5,
      hasRule: true,
    }
  })
}

/** Rows of a label and a value each, below a heading. */
const layoutFacts = (
  document: PDFKit.PDFDocument,
  root: Element,
  heading: string,
  facts: Fact[],
): Block[] => [layoutHeading(document, root, heading), ...layoutRows(document, root, facts)]

const layoutHeading = (document: PDFKit.PDFDocument, root: Element, text: string): Block => ({
  cells: [{ x: sheet.left, lines: layout(text, styles.heading, width), element: add(document, root, 'H2') }],
  leading: leading.heading,
  before: 16,
  after: 3,
  keepsNext: true,
  isWhole: true,
  hasRule: true,
})

const layoutVerification = (
  flow: PageFlow,
  root: Element,
  { verification, companyName, countersignature }: SignedAgreement,
): Block[] => {
  const { document } = flow
  const textWidth = width - qrSize - 28
  const paragraph = (text: string, style: TextStyle) => ({
    x: sheet.left,
    lines: layout(text, style, textWidth),
    element: add(document, root, 'P'),
  })
  const title: Block = {
    cells: [
      {
        x: sheet.left,
        lines: layout('Certificate of Completion', styles.title, textWidth),
        element: add(document, root, 'H1'),
      },
    ],
    leading: leading.title,
    after: 6,
    outline: 'Certificate of Completion',
    keepsNext: true,
    isWhole: true,
  }
  const figure = add(document, root, 'Figure', {
    alt: `QR code of ${verification.url}`,
    bbox: [sheet.right - qrSize, sheet.top, sheet.right, sheet.top + qrSize],
  })
  title.decorate = (top) => {
    const content = document.markStructureContent('Figure')
    paintQrCode(document, verification.url, sheet.right - qrSize, top + 2, qrSize)
    document.endMarkedContent()
    figure.add(content)
  }
  const small = { leading: leading.small, keepsNext: true, isWhole: true }
  return [
    title,
    {
      ...small,
      cells: [
        paragraph(
          `This certificate is part of the signed agreement. It records who signed, how, and what was signed. ${companyName} sealed this file after the ${countersignature ? 'second signature' : 'signature'}; a change to it breaks the seal.`,
          styles.smallLabel,
        ),
      ],
      after: 8,
    },
    {
      ...small,
      cells: [paragraph('To check this file, scan the code or go to', styles.smallLabel)],
    },
    {
      ...small,
      cells: [
        {
          x: sheet.left,
          lines: layout(verification.page, styles.link, textWidth),
          element: add(document, add(document, root, 'P'), 'Link'),
          url: verification.url,
        },
      ],
      after: 3,
    },
    {
      cells: [paragraph(verification.code, styles.code)],
      leading: 17,
      after: 4,
      isWhole: true,
    },
  ]
}

const eventHead = ['No.', 'Time', 'Event, and the SHA-256 of the chain up to it']
const eventPlaces = [eventColumns.sequence, eventColumns.time, eventColumns.what]

const placeEvents = (flow: PageFlow, root: Element, { events }: SignedAgreement) => {
  const { document } = flow
  const heading = layoutHeading(document, root, 'Evidence')
  const table = add(document, root, 'Table')
  const headRow = add(document, table, 'TR')
  const head: Block = {
    cells: eventHead.map((name, index) => ({
      x: eventPlaces[index] ?? 0,
      lines: layout(name, styles.smallHeading, 260),
      element: add(document, headRow, 'TH', { scope: 'Column' }),
    })),
    leading: leading.small,
    before: 3.5,
    after: 3.5,
    hasRule: true,
    keepsNext: true,
    isWhole: true,
  }
  const rows = events.map(({ sequence, at, description, hash }, index): Block => {
    const row = add(document, table, 'TR')
    const cell = (x: number, lines: Line[]) => ({ x, lines, element: add(document, row, 'TD') })
    const whatWidth = sheet.right - eventColumns.what
    return {
      cells: [
        cell(eventColumns.sequence, layout(String(sequence), styles.smallLabel, 22)),
        cell(eventColumns.time, layout(utcTime(at), styles.small, 118)),
        cell(eventColumns.what, [
          ...layout(description, styles.small, whatWidth),
          ...layout(hash, styles.hash, whatWidth),
        ]),
      ],
      leading: leading.small,
      before: 3.5,
      after: 3.5,
      hasRule: true,
      isWhole: true,
      keepsNext: index === 0 && events.length > 1,
    }
  })
  flow.placeTable([heading], head, rows)
  const headOfChain = events.at(-1)?.hash
  if (headOfChain) {
    flow.place(layoutRows(document, root, [['Head of the chain', headOfChain, styles.hash]]))
  }
}

const signerFacts = (signer: SignerEvidence): Fact[] => [
  ['Name', signer.signerName],
  ...(signer.signerTitle ? [['Title', signer.signerTitle] satisfies Fact] : []),
  ['Email', signer.signerEmail],
  ['Signature as typed', signer.digitalSignature],
  ['Signed', utcTime(signer.signedAt)],
  ['Signed in by', methods[signer.signInMethod]],
  ['Identity last proved', utcTime(signer.provedAt)],
  ['Network address', signer.ipAddress],
  ['Browser', signer.userAgent],
  ['Version of the consent', signer.consentVersion],
  ['SHA-256 of the consent', signer.consentSha256, styles.hash],
]

/** The consents by their headings: one where both signers gave the same. */
const consentsOf = ({ signature, countersignature }: SignedAgreement): [heading: string, text: string][] => {
  const first = 'Consent given before signing'
  if (!countersignature) return [[first, signature.consentText]]
  if (countersignature.consentSha256 === signature.consentSha256)
    return [['Consent given by both before signing', signature.consentText]]
  return [
    ['Consent given by the partner before signing', signature.consentText],
    ['Consent given for the company before signing', countersignature.consentText],
  ]
}

const layoutConsent = (
  document: PDFKit.PDFDocument,
  root: Element,
  heading: string,
  text: string,
): Block[] => [
  layoutHeading(document, root, heading),
  ...text
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map(
      (paragraph, index): Block => ({
        cells: [
          {
            x: sheet.left,
            lines: layout(paragraph.trim(), index === 0 ? styles.smallHeading : styles.small, width),
            element: add(document, root, 'P'),
          },
        ],
        leading: leading.small,
        before: index === 0 ? 6 : 0,
        after: 6,
      }),
    ),
]

/** Sets the certificate, which begins on a page of its own. */
export const placeCertificate = (flow: PageFlow, root: Element, agreement: SignedAgreement) => {
  const { document } = flow
  const { signature, countersignature } = agreement
  flow.startPage()
  flow.place(layoutVerification(flow, root, agreement))
  flow.place(
    layoutFacts(document, root, 'Agreement', [
      ['Title', agreement.title],
      ['Document ID', agreement.documentId],
      ['Version of its text', agreement.version],
      ['Company', agreement.companyName],
      ['Partner', agreement.partnerName],
      ['SHA-256 of the signed text', agreement.textSha256, styles.hash],
    ]),
  )
  flow.place(
    layoutFacts(
      document,
      root,
      countersignature ? 'Signer for the partner' : 'Signer',
      signerFacts(signature),
    ),
  )
  if (countersignature) {
    flow.place(layoutFacts(document, root, 'Signer for the company', signerFacts(countersignature)))
  }
  placeEvents(flow, root, agreement)
  for (const consent of consentsOf(agreement)) flow.place(layoutConsent(document, root, ...consent))
}
