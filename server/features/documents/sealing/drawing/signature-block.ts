import { type Line, layoutLines } from './line-layout.ts'
import type { Block } from './page-flow.ts'
import { leading, sheet, styles } from './paper.ts'
import { type SignedAgreement, type SignerEvidence, utcTime } from './signed-agreement.ts'

const width = sheet.right - sheet.left

const lineFor = (digitalSignature: string) => {
  const lines = layoutLines([{ text: digitalSignature, style: styles.signature, isIsolated: true }], width)
  if (lines.length <= 2) return { lines, leading: 30 }
  const small = [{ text: digitalSignature, style: styles.longSignature, isIsolated: true }]
  return { lines: layoutLines(small, width), leading: 17 }
}

/** The signatures, that of the partner first. */
export const layoutSignatures = (
  document: PDFKit.PDFDocument,
  root: PDFKit.PDFStructureElement,
  {
    signature,
    partnerName,
    countersignature,
    companyName,
  }: Pick<SignedAgreement, 'signature' | 'partnerName' | 'countersignature' | 'companyName'>,
): Block[] => [
  ...layoutSignature(document, root, signature, partnerName),
  ...(countersignature ? layoutSignature(document, root, countersignature, companyName) : []),
]

/** The typed signature above a line, and under it who signed when for which company; kept in one piece. */
const layoutSignature = (
  document: PDFKit.PDFDocument,
  root: PDFKit.PDFStructureElement,
  { digitalSignature, signerName, signerTitle, signedAt }: SignerEvidence,
  ofCompany: string,
): Block[] => {
  const cell = (lines: Line[]) => {
    const element = document.struct('P')
    root.add(element)
    return { x: sheet.left, lines, element }
  }
  const typed = lineFor(digitalSignature)
  const who = [signerName, signerTitle ?? '', ofCompany].filter(Boolean)
  const signer = who.flatMap((text, index) => [
    { text: index === 0 ? 'Signed electronically by ' : ', ', style: styles.small },
    { text, style: styles.small, isIsolated: true },
  ])
  const time = [{ text: utcTime(signedAt), style: styles.smallLabel }]
  return [
    {
      cells: [cell(typed.lines)],
      leading: typed.leading,
      before: 22,
      after: 6,
      hasRule: true,
      keepsNext: true,
      isWhole: true,
    },
    {
      cells: [cell(layoutLines(signer, width))],
      leading: leading.small,
      before: 4,
      keepsNext: true,
      isWhole: true,
    },
    { cells: [cell(layoutLines(time, width))], leading: leading.small, after: 12, isWhole: true },
  ]
}
