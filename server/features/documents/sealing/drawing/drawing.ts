import { fileURLToPath } from 'node:url'
import { renderSVG } from 'uqr'
import { agreementParts } from './agreement-parts.ts'
import { certificateOf } from './certificate.ts'
import { withoutSealWord, withShownTexts } from './shown-text.ts'
import { type SignedAgreement, shortId } from './signed-agreement.ts'
import { namesOf, typeset } from './typeset.ts'

const template = fileURLToPath(new URL('./agreement.typ', import.meta.url))

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
  return typeset({ template, inputs, fonts, standard: 'a-3a', at: agreement.drawnAt })
}
