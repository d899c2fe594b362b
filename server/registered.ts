import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { accountData } from '#server/features/account/personal-data/data.ts'
import { registerPersonalData } from '#server/features/account/personal-data/routes.ts'
import { registerAccount } from '#server/features/account/routes.ts'
import { activationData } from '#server/features/activations/personal-data/data.ts'
import { registerActivations } from '#server/features/activations/routes.ts'
import { registerAgreementTypes } from '#server/features/agreement-types/routes.ts'
import { announcementData } from '#server/features/announcements/personal-data/data.ts'
import { registerAnnouncements } from '#server/features/announcements/routes.ts'
import { registerOpenApi } from '#server/features/api-reference/routes.ts'
import { registerApiTokens } from '#server/features/api-tokens/routes.ts'
import { registerAudience } from '#server/features/audience/routes.ts'
import { registerAuditLog } from '#server/features/audit-log/routes.ts'
import { registerCalendar } from '#server/features/calendar/routes.ts'
import { chatQuarantinedFiles } from '#server/features/chat/files/quarantined-files.ts'
import { registerChatFiles } from '#server/features/chat/files/routes.ts'
import { registerInbox } from '#server/features/chat/inbox/routes.ts'
import { registerChatLabels } from '#server/features/chat/labels/routes.ts'
import { registerOfficeHours } from '#server/features/chat/office-hours/routes.ts'
import { chatData } from '#server/features/chat/personal-data/data.ts'
import { registerChat } from '#server/features/chat/routes.ts'
import { registerSavedReplies } from '#server/features/chat/saved-replies/routes.ts'
import { documentFileOwner } from '#server/features/documents/file-owner.ts'
import { documentData } from '#server/features/documents/personal-data/data.ts'
import { registerDocuments } from '#server/features/documents/routes.ts'
import { registerSharedDocuments } from '#server/features/documents/shared/routes.ts'
import { draftData } from '#server/features/drafts/personal-data/data.ts'
import { registerDrafts } from '#server/features/drafts/routes.ts'
import { emailData } from '#server/features/emails/personal-data/data.ts'
import { registerEmails } from '#server/features/emails/routes.ts'
import { registerEvents } from '#server/features/events/routes.ts'
import { fileData } from '#server/features/files/personal-data/data.ts'
import { registerFiles } from '#server/features/files/routes.ts'
import { registerQuarantinedFiles } from '#server/features/files/scans/routes.ts'
import { registerHandover } from '#server/features/handover/routes.ts'
import { registerInvitations } from '#server/features/invitations/routes.ts'
import { notificationData } from '#server/features/notifications/personal-data/data.ts'
import { registerNotifications } from '#server/features/notifications/routes.ts'
import { registerUnsubscribe } from '#server/features/notifications/unsubscribe/routes.ts'
import { obligationFileOwner } from '#server/features/obligations/file-owner.ts'
import { obligationData } from '#server/features/obligations/personal-data/data.ts'
import { registerObligations } from '#server/features/obligations/routes.ts'
import { registerOverview } from '#server/features/overview/routes.ts'
import { activityData, partnerData } from '#server/features/partners/personal-data/data.ts'
import { registerPartners } from '#server/features/partners/routes.ts'
import { invoiceFileOwner } from '#server/features/payments/invoices/file-owner.ts'
import { invoiceData } from '#server/features/payments/invoices/personal-data/data.ts'
import { registerInvoices } from '#server/features/payments/invoices/routes.ts'
import { paymentData } from '#server/features/payments/personal-data/data.ts'
import { registerPayments } from '#server/features/payments/routes.ts'
import { recapFileOwner } from '#server/features/recaps/file-owner.ts'
import { recapData } from '#server/features/recaps/personal-data/data.ts'
import { registerRecaps } from '#server/features/recaps/routes.ts'
import { registerReports } from '#server/features/reports/routes.ts'
import { resourceFileOwner } from '#server/features/resources/file-owner.ts'
import { resourceData } from '#server/features/resources/personal-data/data.ts'
import { registerResources } from '#server/features/resources/routes.ts'
import { registerSearch } from '#server/features/search/routes.ts'
import { registerSession } from '#server/features/session/routes.ts'
import { signInData } from '#server/features/sign-in/personal-data/data.ts'
import { registerSignIn } from '#server/features/sign-in/routes.ts'
import { registerTaskPlans } from '#server/features/task-plans/routes.ts'
import { taskFileOwner } from '#server/features/tasks/file-owner.ts'
import { taskData } from '#server/features/tasks/personal-data/data.ts'
import { registerTasks } from '#server/features/tasks/routes.ts'
import { registerTaskWork } from '#server/features/tasks/work/routes.ts'
import { registerErasure } from '#server/features/users/erasure/routes.ts'
import { registerUsers } from '#server/features/users/routes.ts'
import { registerVerification } from '#server/features/verification/routes.ts'
import { registerViews } from '#server/features/views/routes.ts'
import { webhookData } from '#server/features/webhooks/personal-data/data.ts'
import { registerWebhooks } from '#server/features/webhooks/routes.ts'
import type { PersonalData } from './personal-data/personal-data.ts'

/** The personal data of each feature, in the order of the archive. */
const personalData: PersonalData[] = [
  accountData,
  draftData,
  partnerData,
  documentData,
  taskData,
  activationData,
  recapData,
  obligationData,
  invoiceData,
  paymentData,
  activityData,
  chatData,
  emailData,
  notificationData,
  resourceData,
  announcementData,
  fileData,
  signInData,
  webhookData,
]

/** Registers the routes of every feature. */
export const registerRoutes = async (api: FastifyInstance, deps: Deps) => {
  registerSignIn(api, deps)
  registerSession(api, deps)
  await registerAccount(api, deps)
  registerPersonalData(api, deps, personalData)
  registerUsers(api, deps)
  registerErasure(api, deps, personalData)
  registerHandover(api, deps)
  await registerPartners(api, deps)
  registerInvitations(api, deps)
  registerDocuments(api, deps)
  registerAgreementTypes(api, deps)
  registerSharedDocuments(api, deps)
  registerDrafts(api, deps)
  registerTasks(api, deps)
  registerTaskPlans(api, deps)
  await registerTaskWork(api, deps)
  registerActivations(api, deps)
  registerRecaps(api, deps)
  registerObligations(api, deps)
  registerPayments(api, deps)
  registerInvoices(api, deps)
  registerAnnouncements(api, deps)
  registerCalendar(api, deps)
  registerAudience(api, deps)
  registerNotifications(api, deps)
  registerResources(api, deps)
  const fileOwners = [
    resourceFileOwner(deps.db),
    taskFileOwner(deps.db),
    documentFileOwner(deps.db),
    obligationFileOwner(deps.db),
    recapFileOwner(deps.db),
    invoiceFileOwner(deps.db),
  ]
  await registerFiles(api, deps, fileOwners)
  registerQuarantinedFiles(api, deps, [...fileOwners, chatQuarantinedFiles(deps.db)])
  registerOverview(api, deps)
  registerReports(api, deps)
  registerAuditLog(api, deps)
  registerChat(api, deps)
  await registerChatFiles(api, deps)
  registerInbox(api, deps)
  registerEvents(api, deps)
  registerChatLabels(api, deps)
  registerSavedReplies(api, deps)
  registerOfficeHours(api, deps)
  registerEmails(api, deps)
  registerApiTokens(api, deps)
  registerViews(api, deps)
  registerWebhooks(api, deps)
  registerOpenApi(api, deps)
  registerSearch(api, deps)
  registerVerification(api, deps)
  await registerUnsubscribe(api, deps)
}
