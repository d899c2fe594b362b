import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, optionalLongText } from '../fields.ts'
import { limits } from '../limits.ts'
import { BulkAction, chosenPartners, LeftOut, namesPartnersOnce, namesPartnersTwice } from './bulk.ts'

/** What a reminder is about: everything that is open for a partner, one task, or one agreement, by the id that staff use for it. */
export const ReminderAbout = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('open') }),
  z.strictObject({ kind: z.literal('agreements') }),
  z.strictObject({ kind: z.literal('task'), id }),
  z.strictObject({ kind: z.literal('agreement'), id }),
])
export type ReminderAbout = z.output<typeof ReminderAbout>

const reminder = z.strictObject({
  about: ReminderAbout,
  ...chosenPartners,
  /** A personal line above what is open. */
  message: optionalLongText(limits.reminderLine).optional(),
})

export const ReminderForm = reminder.refine(namesPartnersOnce, namesPartnersTwice)

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
