import { agreedTerms } from '#contract/documents/agreed-terms.ts'
import type { Agreement } from '#contract/documents/agreements/agreement.ts'
import { agreementText } from '#contract/documents/agreements/draw-agreement.ts'

// A printed agreement that is not signed has the same mark.
const mark = 'NOT SIGNED. FOR READING ONLY.'

/**
 * Returns an unsigned agreement for reading outside of the portal: with the agreed terms, bracketed placeholders for what the signer fills
 * in, and a mark before and after the text.
 * @param entered the terms that staff have entered
 */
export const unsignedText = (agreement: Agreement, entered: Record<string, string>, companyName: string) =>
  [mark, '', agreementText(agreement, agreedTerms(entered), companyName), mark, ''].join('\n')
