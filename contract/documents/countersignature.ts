import { z } from 'zod'
import { isoDate } from '../fields.ts'

/** The company's signature after the partner's, as the partner and staff see it. */
export const Countersignature = z.strictObject({
  signerName: z.string(),
  signerTitle: z.string(),
  signedAt: isoDate,
  /** When the PDF with both signatures was sealed, seconds later as a rule; null until then. */
  sealedAt: isoDate.nullable(),
})
export type Countersignature = z.input<typeof Countersignature>
