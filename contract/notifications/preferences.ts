import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { digestSections } from './digest.ts'
import { type EmailSwitch, emailSwitches, notificationKinds } from './kinds.ts'

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time, for example, 22:00')

const switches = Object.fromEntries(emailSwitches.map((name) => [name, z.boolean()])) as Record<
  EmailSwitch,
  z.ZodBoolean
>

export const QuietHours = z
  .strictObject({ from: clockTime, until: clockTime })
  .refine(({ from, until }) => from !== until, { path: ['until'], error: 'Choose two different times' })

export const EmailPreferences = z.strictObject({
  ...switches,
  /** The kinds that the bell does not show. */
  bellOff: z.array(z.enum(notificationKinds)).max(notificationKinds.length),
  /** The parts that the weekly digest leaves out. */
  digestOff: z.array(z.enum(digestSections)).max(digestSections.length),
  /** The hours in the user's time zone during which no notification is emailed; emails that are due wait. Null if there are none. */
  quietHours: QuietHours.nullable(),
})
export type EmailPreferences = z.output<typeof EmailPreferences>

export const getEmailPreferences = endpoint('GET', '/api/user/email-preferences', {
  access: 'signed-in',
  summary:
    'What the caller is notified of, and how; everything but the monthly report is on until they switch it off',
  responses: { 200: EmailPreferences },
})

/** Fields that are left out stay unchanged. */
export const UpdateEmailPreferences = EmailPreferences.partial().refine(
  (change) => Object.keys(change).length > 0,
  { path: ['weeklyDigests'], error: 'Change at least one field' },
)

export const updateEmailPreferences = endpoint('PUT', '/api/user/email-preferences', {
  access: 'signed-in',
  summary: 'Switches kinds of notifications on and off for the caller',
  body: UpdateEmailPreferences,
  responses: { 200: EmailPreferences },
})
