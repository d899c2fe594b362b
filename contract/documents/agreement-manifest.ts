import { z } from 'zod'
import { id, isoDate } from '../fields.ts'
import { evidenceEventTypes } from './evidence.ts'

/** Raised when something in it changes its meaning or goes away; what is only added leaves it. */
export const manifestFormatVersion = 1

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** `sealed_pdf`; `signed_text` of what is not sealed yet; `scan` of a paper. */
export const exportedFileKinds = ['sealed_pdf', 'signed_text', 'scan'] as const
export type ExportedFileKind = (typeof exportedFileKinds)[number]

export const ManifestAgreement = z.strictObject({
  id,
  partner: z.strictObject({ id, fullName: z.string(), businessName: z.string() }),
  /** The id of its type, and the name of that. */
  type: z.string(),
  name: z.string(),
  /** Of its text. */
  title: z.string(),
  /** The version of the text that was signed; null for a paper. */
  textVersion: z.string().nullable(),
  signed: z.enum(['electronically', 'on_paper']),
  sealedAt: isoDate.nullable(),
  signedAt: isoDate,
  /** From which day it is in effect, and its last day, in UTC; null without. */
  effectiveOn: z.string().nullable(),
  endsOn: z.string().nullable(),
  /** Since when it is void; null where it is not. */
  voidedAt: isoDate.nullable(),
  /** As it stands on the agreement; null for a paper. */
  signerName: z.string().nullable(),
  /** The company's signature after the partner's, and whether the file has it, which follows moments later; null where there is none. */
  countersignature: z
    .strictObject({
      signerName: z.string(),
      signerTitle: z.string(),
      signedAt: isoDate,
      isInFile: z.boolean(),
    })
    .nullable(),
  /** Its path in the archive, its size in bytes and its hash; null where `noFile` says why there is none. */
  file: z
    .strictObject({
      path: z.string(),
      kind: z.enum(exportedFileKinds),
      size: z.number().int(),
      sha256,
    })
    .nullable(),
  /** `no_scan`: marked as signed on paper, without its scan. `virus_check`: of its scan, which is not finished or failed. */
  noFile: z.enum(['no_scan', 'virus_check']).nullable(),
  /** Printed in the sealed PDF. */
  verificationCode: z.string().nullable(),
  /** The head of its evidence chain when it was exported, and its events; null where no chain was begun. */
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

/** `manifest.json` at the top of an export: an archive without it is not whole. */
export const ExportManifest = z.strictObject({
  formatVersion: z.literal(manifestFormatVersion),
  /** The address of the portal. */
  portal: z.string(),
  company: z.string(),
  exportedAt: isoDate,
  exportedBy: z.strictObject({ id, email: z.string() }),
  /** What was asked for; the days are in UTC, both inclusive. */
  filter: z.strictObject({
    partnerId: id.nullable(),
    from: z.string().nullable(),
    to: z.string().nullable(),
  }),
  /** All certificates that this portal has sealed with, the newest first, each with the SHA-256 of its DER encoding. */
  certificates: z.array(z.strictObject({ sha256, firstUsedAt: isoDate, pem: z.string() })),
  agreements: z.array(ManifestAgreement),
})
export type ExportManifest = z.input<typeof ExportManifest>
