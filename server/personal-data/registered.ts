import { accountData } from '#server/features/account/personal-data/data.ts'
import { activationData } from '#server/features/activations/personal-data/data.ts'
import { announcementData } from '#server/features/announcements/personal-data/data.ts'
import { chatData } from '#server/features/chat/personal-data/data.ts'
import { documentData } from '#server/features/documents/personal-data/data.ts'
import { draftData } from '#server/features/drafts/personal-data/data.ts'
import { emailData } from '#server/features/emails/personal-data/data.ts'
import { fileData } from '#server/features/files/personal-data/data.ts'
import { notificationData } from '#server/features/notifications/personal-data/data.ts'
import { partnerData } from '#server/features/partners/personal-data/data.ts'
import { resourceData } from '#server/features/resources/personal-data/data.ts'
import { signInData } from '#server/features/sign-in/personal-data/data.ts'
import { taskData } from '#server/features/tasks/personal-data/data.ts'
import { webhookData } from '#server/features/webhooks/personal-data/data.ts'
import type { PersonalData } from './personal-data.ts'

/** What each feature stores of a user, in the order of the archive. */
export const personalData: PersonalData[] = [
  accountData,
  draftData,
  partnerData,
  documentData,
  taskData,
  activationData,
  chatData,
  emailData,
  notificationData,
  announcementData,
  resourceData,
  fileData,
  signInData,
  webhookData,
]
