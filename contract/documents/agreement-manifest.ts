import { z } from 'zod'
import { id, isoDate } from '../fields.ts'
import { evidenceEventTypes } from './evidence.ts'

/** The version of the manifest's format. Raise it when something changes its meaning or is removed, not when something is only added. */
export const manifestFormatVersion = 1

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** The kinds of files: the sealed PDF, the text of an agreement that is signed and not sealed yet, and the scan of a paper agreement. */
export const exportedFileKinds = ['sealed_pdf', 'signed_text', 'scan'] as const
export type ExportedFileKind = (typeof exportedFileKinds)[number]

export const ManifestAgreement = z.strictObject({
  id,
  partner: z.strictObject({ id, fullName: z.string(), businessName: z.string() }),
  /** The id of the agreement's type; `name` is the name of the type. */
  type: z.string(),
  name: z.string(),
  /** The title of the agreement's text. */
  title: z.string(),
  /** The version of the text that was signed; null for a paper agreement. */
  textVersion: z.string().nullable(),
  signed: z.enum(['electronically', 'on_paper']),
  sealedAt: isoDate.nullable(),
  signedAt: isoDate,
  /** The first day on which the agreement is in effect; `endsOn` is the last. Both are in UTC; null if there is none. */
  effectiveOn: z.string().nullable(),
  endsOn: z.string().nullable(),
  /** When the agreement was voided; null if it was not. */
  voidedAt: isoDate.nullable(),
  /** The signer's name in the agreement; null for a paper agreement. */
  signerName: z.string().nullable(),
  /** The company's signature; null if there is none. `isInFile` is whether the file contains it, which it does moments after signing. */
  countersignature: z
    .strictObject({
      signerName: z.string(),
      signerTitle: z.string(),
      signedAt: isoDate,
      isInFile: z.boolean(),
    })
    .nullable(),
  /** The path of the file in the archive, its size in bytes and its hash; null if there is no file, for the reason in `noFile`. */
  file: z
    .strictObject({
      path: z.string(),
      kind: z.enum(exportedFileKinds),
      size: z.number().int(),
      sha256,
    })
    .nullable(),
  /** `no_scan`: it was marked as signed on paper without a scan. `virus_check`: the scan is not checked yet, or has a virus. */
  noFile: z.enum(['no_scan', 'virus_check']).nullable(),
  /** The code that is printed in the sealed PDF. */
  verificationCode: z.string().nullable(),
  /** The events of the evidence chain and its head at the time of the export; null if the agreement has no chain. */
  chain: z
    .strictObject({
      sequence: z.number().int(),
      hash: sha256,
      events: z.array(
        z.strictObject({
          sequence: z.number().int(),
          type: z.enum(evidenceEventTypes),
          at: isoDate,
          hash: sha256,
        }),
      ),
    })
    .nullable(),
})
export type ManifestAgreement = z.input<typeof ManifestAgreement>

/** The content of `manifest.json` at the top of an export. An archive without it is incomplete. */
export const ExportManifest = z.strictObject({
  formatVersion: z.literal(manifestFormatVersion),
  /** The address of the portal. */
  portal: z.string(),
  company: z.string(),
  exportedAt: isoDate,
  exportedBy: z.strictObject({ id, email: z.string() }),
  /** The filter of the export. The days are in UTC and inclusive. */
  filter: z.strictObject({
    partnerId: id.nullable(),
    from: z.string().nullable(),
    to: z.string().nullable(),
    ids: z.array(id).optional(),
  }),
  /** All certificates with which this portal has sealed, newest first, each with the SHA-256 of its DER encoding. */
  certificates: z.array(z.strictObject({ sha256, firstUsedAt: isoDate, pem: z.string() })),
  agreements: z.array(ManifestAgreement),
})
export type ExportManifest = z.input<typeof ExportManifest>
