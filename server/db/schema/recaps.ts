import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { limits } from '#contract/limits.ts'
import { partnerActivations } from './activations.ts'
import { belongsTo, createdAt, primaryId, timestamptz, updatedAt } from './columns.ts'
import { byUser } from './users.ts'

/** What came of an activation. It is sent once it has the numbers of guests and sign-ups. */
export const activationRecaps = pgTable(
  'activation_recaps',
  {
    activationId: uuid()
      .primaryKey()
      .references(() => partnerActivations.id, { onDelete: 'cascade' }),
    guests: integer(),
    signUps: integer(),
    wentWell: varchar({ length: limits.message }),
    improve: varchar({ length: limits.message }),
    /** The answers to questions of the plan, with their questions, since these may change. */
    answers: jsonb().$type<{ question: string; answer: string }[]>().notNull().default([]),
    /** These figures are of the company. Partners do not see them. */
    screenings: integer(),
    leads: integer(),
    costCents: bigint({ mode: 'number' }),
    currency: varchar({ length: 3 }).notNull().default('USD'),
    staffNote: varchar({ length: limits.message }),
    submittedAt: timestamptz(),
    submittedBy: byUser(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('activation_recaps_submitted_by').on(table.submittedBy),
    check(
      'activation_recaps_counts',
      sql`least(${table.guests}, ${table.signUps}, ${table.screenings}, ${table.leads}, ${table.costCents}) >= 0`,
    ),
    check(
      'activation_recaps_whole',
      sql`${table.submittedAt} is null or num_nulls(${table.guests}, ${table.signUps}) = 0`,
    ),
  ],
)

/** The photos of an activation. The portal has drawn each anew as a JPEG, so that it has no place and no other metadata. */
export const activationPhotos = pgTable(
  'activation_photos',
  {
    id: primaryId(),
    activationId: belongsTo(() => partnerActivations.id),
    /** The id that the browser chose, by which a photo that is sent again is recognized. */
    clientId: uuid().notNull(),
    /** The address below `/objects/`, which is also the file's name in the object store. */
    filePath: varchar({ length: limits.filePath }).notNull(),
    /** The size in bytes. */
    fileSize: bigint({ mode: 'number' }).notNull(),
    fileSha256: varchar({ length: 64 }).notNull(),
    /** The size of the thumbnail in bytes. */
    thumbnailSize: integer().notNull(),
    /** The size in pixels. */
    width: integer().notNull(),
    height: integer().notNull(),
    uploadedBy: byUser(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('activation_photos_client_unique').on(table.activationId, table.clientId),
    uniqueIndex('activation_photos_file_unique').on(table.filePath),
    index('activation_photos_uploaded_by').on(table.uploadedBy),
  ],
)
