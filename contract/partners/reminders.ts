import { z } from 'zod'
import { maxBulkIds } from '../bulk-kinds.ts'
import { endpoint } from '../endpoint.ts'
import { id, optionalLongText } from '../fields.ts'
import { limits } from '../limits.ts'
import { BulkAction, chosenPartners, LeftOut, namesPartnersTwice } from './bulk.ts'

const itemIds = z
  .array(id.toLowerCase())
  .min(1, 'Choose what the reminder is about')
  .max(maxBulkIds, `Choose at most ${maxBulkIds} at a time`)

/**
 * The subject of a reminder: everything that is open for a partner, tasks, agreements to sign, announcements to read, or files to download.
 * Tasks and agreements can be named by the ids that staff use for them: of one partner, or of the task or the agreement for several.
 */
export const ReminderAbout = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('open') }),
  z.strictObject({ kind: z.literal('tasks'), ids: itemIds.optional() }),
  z.strictObject({ kind: z.literal('agreements'), ids: itemIds.optional() }),
  z.strictObject({ kind: z.literal('announcements'), ids: itemIds }),
  z.strictObject({ kind: z.literal('resources'), ids: itemIds }),
])
export type ReminderAbout = z.output<typeof ReminderAbout>

/** A reminder to some partners, to all that match a filter, or without both to all for whom something of what it is about is open. */
export const ReminderForm = z
  .strictObject({
    about: ReminderAbout,
    ...chosenPartners,
    /** A personal line above what is open. */
    message: optionalLongText(limits.reminderLine).optional(),
  })
  .refine(({ ids, filter }) => ids === undefined || filter === undefined, namesPartnersTwice)
  .refine(({ about, ids, filter }) => about.kind !== 'open' || ids || filter, namesPartnersTwice)

export const remindPartners = endpoint('POST', '/api/admin/reminders', {
  access: 'staff',
  summary:
    'Emails partners what is open, after some seconds in which it can be taken back. Leaves out who cannot be emailed, was reminded within a day, or has nothing open. A request that repeats an `Idempotency-Key` gets the same action; 409 when the key was used for another request',
  body: ReminderForm,
  responses: { 202: BulkAction },
})

export const checkReminders = endpoint('POST', '/api/admin/reminders/check', {
  access: 'staff',
  summary:
    'How many partners a reminder would reach and leave out, and its email to the first of them; sends nothing',
  body: ReminderForm,
  responses: {
    200: z.strictObject({
      total: z.int(),
      reached: z.int(),
      leftOut: LeftOut,
      /** The email to the first partner that it reaches; null if it reaches none. */
      email: z
        .strictObject({
          recipient: z.string(),
          subject: z.string(),
          heading: z.string(),
          paragraphs: z.array(z.string()),
          items: z.array(z.strictObject({ label: z.string(), detail: z.string().nullable() })),
        })
        .nullable(),
    }),
  },
})
