import PDFDocument from 'pdfkit'
import { layoutAgreement } from './agreement-pages.ts'
import { placeCertificate } from './certificate-pages.ts'
import { embeddedFaces } from './embedded-faces.ts'
import { layoutLines } from './line-layout.ts'
import { PageFlow } from './page-flow.ts'
import { leading, sheet, styles } from './paper.ts'
import { layoutSignatures } from './signature-block.ts'
import { type SignedAgreement, shortId } from './signed-agreement.ts'

/**
 * A text in the PDF's metadata, where nothing of it reads as syntax: pdfkit writes bytes as hexadecimal digits (these are UTF-16), and what `toString`
 * returns into XML as it is.
 */
class MetadataText extends Uint8Array {
  readonly #text: string

  constructor(text: string) {
    super(Buffer.from(`\ufeff${text}`, 'utf16le').swap16())
    this.#text = text
  }

  override toString() {
    return this.#text.replace(/[&<>/]/g, (character) => `&#${character.charCodeAt(0)};`)
  }
}

const createDocument = ({ title, language, companyName, drawnAt }: SignedAgreement) =>
  new PDFDocument({
    size: 'LETTER',
    margin: 0,
    pdfVersion: '1.7',
    lang: language,
    tagged: true,
    displayTitle: true,
    bufferPages: true,
    autoFirstPage: false,
    font: null as unknown as string,
    info: {
      Title: new MetadataText(title) as unknown as string,
      Author: new MetadataText(companyName) as unknown as string,
      Creator: 'Partner Portal',
      CreationDate: drawnAt,
      ModDate: drawnAt,
    },
  })

const attach = (document: PDFKit.PDFDocument, { text, evidence, drawnAt }: SignedAgreement) => {
  const dates = { creationDate: drawnAt, modifiedDate: drawnAt }
  const signedText = {
    ...dates,
    name: 'agreement.txt',
    type: 'text/plain',
    description: 'The text exactly as it was signed',
    relationship: 'Source',
  }
  const chain = {
    ...dates,
    name: 'evidence.json',
    type: 'application/json',
    description: 'The chain of evidence',
    relationship: 'Data',
  }
  document.file(Buffer.from(text), signedText)
  document.file(Buffer.from(evidence), chain)
}

const foot = (text: string) => layoutLines([{ text, style: styles.foot }], sheet.right - sheet.left - 80)[0]

/** Each page has the code, so that one that was taken out of the file, or printed, still names its agreement. */
const paintFeet = (flow: PageFlow, { title, documentId, verification }: SignedAgreement) => {
  const { document } = flow
  const { count } = document.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    document.switchToPage(page)
    flow.artifact(
      () => {
        const number = foot(`Page ${page + 1} of ${count}`)
        const name = foot(`${title} · Document ${shortId(documentId)}`)
        const code = foot(verification.code)
        if (name) flow.paintLine(name, sheet.left, sheet.foot)
        if (number) flow.paintLine(number, sheet.right - number.width, sheet.foot)
        if (code) flow.paintLine(code, sheet.left, sheet.foot + leading.foot)
      },
      { type: 'Pagination' },
    )
  }
}

const finish = (document: PDFKit.PDFDocument): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  const finished = new Promise<Uint8Array>((resolve, reject) => {
    document.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
  })
  document.end()
  return finished
}

/**
 * Draws a signed agreement with its certificate as a tagged PDF 1.7, with the signed text and the chain of evidence attached. The same
 * argument gives the same bytes.
 */
export const drawSignedAgreement = (agreement: SignedAgreement): Promise<Uint8Array> => {
  const document = createDocument(agreement)
  const faces = embeddedFaces(document)
  const flow = new PageFlow(document, faces)
  const root = document.struct('Document')
  document.addStructure(root)

  flow.startPage()
  flow.place(
    layoutAgreement(document, root, agreement.blocks, (parent) =>
      layoutSignatures(document, parent, agreement),
    ),
  )
  placeCertificate(flow, root, agreement)
  paintFeet(flow, agreement)
  attach(document, agreement)
  faces.embedAll()
  return finish(document)
}
