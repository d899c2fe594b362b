import { z } from 'zod'
import { DocumentStatus } from '../documents/documents.ts'
import { endpoint } from '../endpoint.ts'
import { id, isoDate } from '../fields.ts'
import { OnboardingStatus } from '../partners/profile.ts'
import { conversationParams } from './notes.ts'

export const PartnerCard = z.strictObject({
  /** The partner; null for a user without a profile. */
  partner: z
    .strictObject({
      id,
      fullName: z.string(),
      businessName: z.string(),
      onboardingStatus: OnboardingStatus,
      phoneNumber: z.string().nullable(),
    })
    .nullable(),
  agreements: z.array(
    z.strictObject({
      id,
      documentName: z.string(),
      status: DocumentStatus,
      signedAt: isoDate.nullable(),
      declinedAt: isoDate.nullable(),
      voidedAt: isoDate.nullable(),
      endsOn: z.string().nullable(),
    }),
  ),
  /** The five open tasks that are due first. */
  openTasks: z.array(z.strictObject({ id, taskName: z.string(), dueDate: isoDate })),
  openTaskCount: z.number().int(),
  /** When the user last signed in; null if they have not signed in since the portal began to record this. */
  lastSignInAt: isoDate.nullable(),
})
export type PartnerCard = z.input<typeof PartnerCard>

export const getPartnerCard = endpoint('GET', '/api/chat/conversations/:conversationId/card', {
  access: 'staff',
  byToken: true,
  summary: 'The profile, agreements and open tasks of the partner of a conversation',
  params: conversationParams,
  responses: { 200: PartnerCard },
})
