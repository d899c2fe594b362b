import { fileURLToPath } from 'node:url'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { renderSVG } from 'uqr'
import { agreementParts } from './agreement-parts.ts'
import { certificateOf } from './certificate.ts'
import type { FontStyle, LoadedFont } from './fonts.ts'
import { withoutSealWord, withShownTexts } from './shown-text.ts'
import { type SignedAgreement, shortId } from './signed-agreement.ts'

const template = fileURLToPath(new URL('./agreement.typ', import.meta.url))
const workspace = fileURLToPath(new URL('.', import.meta.url))

let compiler: NodeCompiler | undefined
const known = new Map<string, LoadedFont>()

/** Returns the typesetting engine with at least these fonts. Other fonts make no difference, since the template names those it uses. */
const compilerWith = (fonts: LoadedFont[]) => {
  const added = fonts.filter(({ name }) => !known.has(name))
  for (const font of added) known.set(font.name, font)
  if (added.length > 0) compiler = undefined
  compiler ??= NodeCompiler.create({
    workspace,
    fontArgs: [{ fontBlobs: Array.from(known.values(), ({ data }) => data) }],
  })
  return compiler
}

const preferences = '/ViewerPreferences <<'
const direction = '\n    /Direction /L2R\n  '
const displayTitle = ' /DisplayDocTitle true'

/**
 * Makes viewers show the title instead of the file name. The engine sets this option only for PDF/UA, so it overwrites an entry of the same
 * length that only states a default.
 */
const withDisplayedTitle = (pdf: Buffer) => {
  const start = pdf.lastIndexOf(`${preferences}${direction}`)
  if (start === -1) throw new Error('The viewer preferences are not where they were')
  pdf.write(displayTitle.padEnd(direction.length), start + preferences.length, 'latin1')
  return pdf
}

const namesOf = (fonts: Record<FontStyle, LoadedFont[]>) =>
  Object.fromEntries(Object.entries(fonts).map(([style, list]) => [style, list.map(({ name }) => name)]))

/**
 * Draws a signed agreement with its certificate as a tagged PDF/A-3, with the signed text and the chain of evidence attached. The same
 * input gives the same bytes.
 */
export const drawSignedAgreement = async (agreement: SignedAgreement): Promise<Uint8Array> => {
  const { title, documentId, companyName, verification } = agreement
  const { shown, fonts } = await withShownTexts({
    ...agreementParts(agreement),
    ...certificateOf(agreement),
    foot: `${title} · Document ${shortId(documentId)}`,
  })
  const inputs = {
    agreement: JSON.stringify({ ...shown, language: agreement.language, fonts: namesOf(fonts) }),
    title: withoutSealWord(title),
    company: withoutSealWord(companyName),
    url: verification.url,
    qr: renderSVG(verification.url, { ecc: 'M', border: 0 }),
    text: agreement.text,
    evidence: agreement.evidence,
  }
  const engine = compilerWith(Object.values(fonts).flat())
  const pdf = engine.pdf(
    { mainFilePath: template, inputs },
    { pdfStandard: 'a-3a', creationTimestamp: Math.floor(agreement.drawnAt.getTime() / 1000) },
  )
  engine.evictCache(10)
  return withDisplayedTitle(pdf)
}
