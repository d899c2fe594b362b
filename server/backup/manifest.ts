import { z } from 'zod'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** The last file of a backup, which lists what the backup contains. Hashes are of the contents before compression. */
export const Manifest = z.strictObject({
  format: z.literal('partner-portal-backup-1'),
  /** ISO 8601. The backup contains everything that was committed before this time, and nothing that was committed later. */
  takenAt: z.iso.datetime({ offset: true }),
  /** The migrations that the database had, in order. */
  migrations: z.array(z.strictObject({ hash: z.string(), createdAt: z.number() })),
  tables: z.array(
    z.strictObject({ name: z.string(), columns: z.array(z.string()), rows: z.number(), sha256 }),
  ),
  /** `value` is null for a sequence that has not been used yet. */
  sequences: z.array(z.strictObject({ name: z.string(), value: z.string().nullable() })),
  jobs: z.strictObject({ count: z.number(), sha256 }),
  objects: z.array(z.strictObject({ key: z.string(), size: z.number(), sha256 })),
  /** The portal's own sealing key; null when the portal uses another key. */
  signingKey: z.strictObject({ sha256 }).nullable(),
})
export type Manifest = z.infer<typeof Manifest>

/** The paths in the archive. */
export const pathIn = {
  manifest: 'manifest.json',
  jobs: 'database/jobs.json',
  signingKey: 'keys/signing.pem',
  table: (name: string) => `database/${name}.copy.gz`,
  object: (key: string) => `objects/${key}`,
}
