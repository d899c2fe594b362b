import { z } from 'zod'
import { isoDate } from '../fields.ts'

/** The company's signature, which follows the partner's, as partners and staff see it. */
export const Countersignature = z.strictObject({
  signerName: z.string(),
  signerTitle: z.string(),
  signedAt: isoDate,
  /** When the PDF with both signatures was sealed, usually seconds after signing; null until then. */
  sealedAt: isoDate.nullable(),
})
export type Countersignature = z.input<typeof Countersignature>
