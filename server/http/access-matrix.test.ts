import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiTokens } from '#server/db/schema/api-tokens.ts'
import { auditLog } from '#server/db/schema/audit.ts'
import { calendarFeeds } from '#server/db/schema/calendar-feeds.ts'
import { partnerMembers } from '#server/db/schema/partner-members.ts'
import { partnerDocuments } from '#server/db/schema/partners.ts'
import { webhookEndpoints } from '#server/db/schema/webhooks.ts'
import { sendMessage } from '#server/features/chat/actions.ts'
import { newToken } from '#server/sessions/sessions.ts'
import { createAgreementType, draftedAt } from '#test/agreement-types.ts'
import { createRenamed } from '#test/amendments.ts'
import { createAnnouncement } from '#test/announcements.ts'
import { createApiToken, createTokenClient } from '#test/api-tokens.ts'
import { createTestApp } from '#test/app.ts'
import { createPasskey } from '#test/authenticator.ts'
import type { Browser } from '#test/browser.ts'
import { createBulkAction } from '#test/bulk-actions.ts'
import { createChatLabel } from '#test/conversation-rows.ts'
import { awaitingCompany } from '#test/countersigning.ts'
import { createEmail } from '#test/emails.ts'
import {
  activationForm,
  createActivation,
  createDocument,
  createFolder,
  createPartner,
  createResource,
  createSavedReply,
  createTask,
  createUpload,
  createUser,
  fileOf,
  profileForm,
  resourceForm,
  sign,
  signedOnPaper,
  taskForm,
} from '#test/factories.ts'
import { createInvitation, invitationForm } from '#test/invitations.ts'
import { createInvoice } from '#test/invoices.ts'
import { createMember } from '#test/members.ts'
import { createObligation } from '#test/obligations.ts'
import { createNote, createTag } from '#test/partner-notes.ts'
import { onePixel } from '#test/pictures.ts'
import { createSeries, createSet, createTemplate } from '#test/plan-rows.ts'
import { createPastActivation, createPhoto, createRecap, uploadPhoto } from '#test/recaps.ts'
import { createView, viewForm } from '#test/saved-views.ts'
import { createSharedDocument } from '#test/shared-rows.ts'
import { signing } from '#test/signing.ts'
import { createTaskProof } from '#test/task-proofs.ts'
import { createDelivery, createEndpoint } from '#test/webhooks.ts'

// The portal has every optional route: the demo's pages, the metrics and the built client.
const portal = await createTestApp({
  // The readers export more within a minute than a user would.
  settings: { DEMO: 'on', METRICS_TOKEN: 'a-token-of-the-test', BUDGETS: 'export=1000' },
  withClient: true,
})
afterAll(portal.close)

const actors = [
  'visitor',
  'newcomer', // a partner without a profile
  'onboarding', // a partner with a confirmed profile and nothing signed
  'onboarded', // a partner who has completed onboarding: the owner of everything requested
  'other', // another such partner, who requests what belongs to the first
  'support',
  'admin',
  'disabled', // an onboarded partner with a live session who has been disabled since
  'reading', // an API token that only reads, with the role support
  'writing', // an API token that reads and writes, with the role admin
] as const
type Actor = (typeof actors)[number]

/**
 * Every route with the status that each actor gets. A refusal is 401 for an actor who is not signed in, 403 for an actor without access,
 * and 404 for the data of another user.
 */
const table = `
                                           visitor newcomer onboarding onboarded other support admin disabled reading writing
GET,HEAD /healthz                          200     200      200        200       200   200     200   200   200     200
GET,HEAD /healthz/address                  200     200      200        200       200   200     200   200   200     200
GET,HEAD /readyz                           200     200      200        200       200   200     200   200   200     200
GET,HEAD /metrics                          401     401      401        401       401   401     401   401   401     401
GET,HEAD /sign-in                          200     200      200        200       200   200     200   200   200     200
GET,HEAD /verify                           200     200      200        200       200   200     200   200   200     200
GET,HEAD /day/:id                          200     200      200        200       200   200     200   200   200     200
GET,HEAD /*                                200     200      200        200       200   200     200   200   200     200
GET,HEAD /unsubscribe                      200     200      200        200       200   200     200   200   403     403
POST     /unsubscribe                      200     200      200        200       200   200     200   200   403     403
GET,HEAD /demo/mail                        200     200      200        200       200   200     200   200   200     200
GET,HEAD /demo/mail.css                    200     200      200        200       200   200     200   200   200     200
GET,HEAD /robots.txt                       200     200      200        200       200   200     200   200   200     200
GET,HEAD /.well-known/security.txt         200     200      200        200       200   200     200   200   200     200

GET,HEAD /api/verification                 404     404      404        404       404   404     404   404   403     403
GET,HEAD /api/verification/certificates    200     200      200        200       200   200     200   200   403     403

GET,HEAD /api/sign-in                      200     200      200        200       200   200     200   200   403     403
GET,HEAD /api/login                        302     302      302        302       302   302     302   302   403     403
GET,HEAD /api/sign-in/provider             302     302      302        302       302   302     302   302   403     403
GET,HEAD /api/sign-in/callback             302     302      302        302       302   302     302   302   403     403
GET,HEAD /api/logout                       302     302      302        302       302   302     302   302   403     403
POST     /api/sign-in/code                 202     202      202        202       202   202     202   202   403     403
POST     /api/sign-in/redeem               400     400      400        400       400   400     400   400   403     403
POST     /api/account/report               400     400      400        400       400   400     400   400   403     403
POST     /api/account/step-up/code         401     202      202        202       202   202     202   401   403     403
POST     /api/account/step-up              401     400      400        400       400   400     400   401   403     403
GET,HEAD /api/account/sessions             401     200      200        200       200   200     200   401   403     403
DELETE   /api/account/sessions/:id         401     404      404        404       404   404     404   401   403     403
POST     /api/account/sessions/end-others  401     200      200        200       200   200     200   401   403     403

POST     /api/sign-in/passkey/options      200     200      200        200       200   200     200   200   403     403
POST     /api/sign-in/passkey              400     400      400        400       400   400     400   400   403     403

GET,HEAD /api/account/profile              401     200      200        200       200   200     200   401   403     403
PUT      /api/account/profile              401     200      200        200       200   200     200   401   403     403
GET,HEAD /api/drafts/:form                 401     200      200        200       200   200     200   401   403     403
PUT      /api/drafts/:form                 401     404      404        200       404   404     404   401   403     403
GET,HEAD /api/account/today                401     200      200        200       200   200     200   401   403     403
PUT      /api/account/browser-time-zone    401     204      204        204       204   204     204   401   403     403
PUT      /api/account/picture              401     200      200        200       200   200     200   401   403     403
DELETE   /api/account/picture              401     200      200        200       200   200     200   401   403     403
GET,HEAD /api/pictures/:pictureKey         401     200      200        200       200   200     200   401   200     200

GET,HEAD /api/account/passkeys             401     200      200        200       200   200     200   401   403     403
POST     /api/account/passkeys             401     400      400        400       400   400     400   401   403     403
POST     /api/account/passkeys/options     401     200      200        200       200   200     200   401   403     403
PUT      /api/account/passkeys/:id         401     404      404        200       404   404     404   401   403     403
DELETE   /api/account/passkeys/:id         401     404      404        204       404   404     404   401   403     403
POST     /api/account/passkeys/confirm/options 401 200      200        200       200   200     200   401   403     403
POST     /api/account/passkeys/confirm     401     400      400        400       400   400     400   401   403     403
GET,HEAD /api/account/recovery-codes       401     403      403        403       403   200     200   401   403     403
POST     /api/account/recovery-codes       401     403      403        403       403   201     201   401   403     403
POST     /api/account/recovery-codes/redeem 401    400      400        400       400   400     400   401   403     403
POST     /api/admin/users/:userId/passkeys/reset 401 403    403        403       403   403     204   401   403     403

GET,HEAD /api/auth/user                    401     200      200        200       200   200     200   401   403     403
GET,HEAD /api/portal                       401     200      200        200       200   200     200   401   403     403
GET,HEAD /api/partner/profile              401     404      200        200       200   404     404   401   403     403
POST     /api/partner/profile              401     201      200        200       200   403     403   401   403     403
GET,HEAD /api/partner/documents            401     200      200        200       200   200     200   401   403     403
POST     /api/partner/documents            401     409      404        201       404   409     409   401   403     403
POST     /api/partner/documents/:id/reading 401    404      404        204       404   404     404   401   403     403
POST     /api/partner/documents/:id/decline 401    404      404        200       404   404     404   401   403     403
GET,HEAD /api/partner/documents/:id/unsigned-text 401 404   404        200       404   200     200   401   200     200
GET,HEAD /api/partner/documents/:id/text   401     404      404        200       404   200     200   401   200     200
GET,HEAD /api/partner/documents/:id/obligations 401 404  404        200       404   200     200   401   200     200
GET,HEAD /api/partner/obligations          401     200      200        200       200   200     200   401   403     403
POST     /api/obligations/:id/upload       401     403      403        201       404   201     201   401   403     403
PUT      /api/obligations/:id              401     404      404        200       404   200     200   401   403     403
GET,HEAD /api/partner/payments             401     200      200        200       200   200     200   401   403     403
GET,HEAD /api/partner/invoices             401     200      200        200       200   200     200   401   403     403
POST     /api/partner/invoices             401     403      403        201       404   403     403   401   403     403
POST     /api/partner/invoices/upload      401     403      403        201       201   403     403   401   403     403
DELETE   /api/partner/invoices/:id         401     403      403        204       404   403     403   401   403     403
GET,HEAD /api/partner/activations          401     200      200        200       200   200     200   401   403     403
GET,HEAD /api/partner/tasks                401     200      200        200       200   200     200   401   403     403
GET,HEAD /api/partner/documents/:id/agreement 401  404      404        200       404   200     200   401   200     200
GET,HEAD /api/partner/activities           401     200      200        200       200   200     200   401   403     403
GET,HEAD /api/partner/manager              401     404      200        200       200   404     404   401   403     403
GET,HEAD /api/partner/onboarding           401     404      200        404       404   404     404   401   403     403
GET,HEAD /api/partner/members              401     404      200        200       200   404     404   401   403     403
POST     /api/partner/members              401     404      201        201       201   404     404   401   403     403
PUT      /api/partner/members/:id          401     404      404        200       404   404     404   401   403     403
DELETE   /api/partner/members/:id          401     404      404        204       404   404     404   401   403     403
POST     /api/partner/members/:id/resend   401     404      404        200       404   404     404   401   403     403
POST     /api/partner/members/:id/ownership 401    404      404        200       404   404     404   401   403     403
DELETE   /api/partner/members/:id/ownership 401    404      404        200       404   404     404   401   403     403
GET,HEAD /api/partner/invitations          401     200      200        200       200   200     200   401   403     403
POST     /api/partner/invitations/:id/accept 401   404      404        204       404   404     404   401   403     403
POST     /api/partner/invitations/:id/decline 401  404      404        204       404   404     404   401   403     403
PUT      /api/tasks/:id                    401     404      404        200       404   200     200   401   403     200
POST     /api/tasks                        401     403      403        403       403   201     201   401   403     201
DELETE   /api/tasks/:id                    401     403      403        403       403   204     204   401   403     204
GET,HEAD /api/tasks/:id                    401     404      404        200       404   200     200   401   200     200
POST     /api/tasks/:id/comments           401     403      403        201       404   201     201   401   403     201
POST     /api/tasks/:id/proofs             401     403      403        201       404   400     400   401   403     403
POST     /api/tasks/:id/proofs/upload      401     403      403        201       404   201     201   401   403     403
DELETE   /api/tasks/:id/proofs/:proofId    401     403      403        204       404   404     404   401   403     403
PUT      /api/task-proofs/upload           401     403      403        200       400   400     400   401   403     403
PUT      /api/task-proofs/upload/:id       401     403      403        204       404   404     404   401   403     403
POST     /api/tasks/:id/accept             401     403      403        403       403   200     200   401   403     200
POST     /api/tasks/:id/send-back          401     403      403        403       403   200     200   401   403     200
POST     /api/tasks/bulk                   401     403      403        403       403   200     200   401   403     200
POST     /api/tasks/restore                401     403      403        403       403   200     200   401   403     200
POST     /api/activations                  401     403      403        403       403   201     201   401   403     201
GET,HEAD /api/activations/:id              401     404      404        200       404   200     200   401   200     200
GET,HEAD /api/activations/:id/day          401     404      404        200       404   200     200   401   403     403
GET,HEAD /api/activations/:id/move         401     403      403        403       403   200     200   401   200     200
POST     /api/activations/:id/plan         401     403      403        403       403   400     400   401   403     400
POST     /api/activations/:id/partners     401     403      403        403       403   400     400   401   403     400
GET,HEAD /api/activations/:id/comments     401     404      404        200       404   200     200   401   200     200
POST     /api/activations/:id/comments     401     403      403        201       404   201     201   401   403     201
GET,HEAD /api/activations/:id/obligations  401     404      404        200       404   200     200   401   200     200
GET,HEAD /api/activations/:id/recap        401     404      404        200       404   200     200   401   200     200
PUT      /api/activations/:id/recap        401     403      403        200       404   200     200   401   403     200
GET,HEAD /api/activations/:id/recap/pdf    401     404      404        200       404   200     200   401   403     403
POST     /api/activations/:id/photos/upload 401    403      403        201       404   201     201   401   403     403
POST     /api/activations/:id/photos       401     403      403        201       404   400     400   401   403     403
DELETE   /api/activations/:id/photos/:photoId 401  403      403        204       404   204     204   401   403     403
GET,HEAD /api/activations/:id/calendar     401     404      404        200       404   200     200   401   200     200
GET,HEAD /api/tasks/:id/calendar           401     404      404        200       404   200     200   401   200     200
GET,HEAD /api/calendar                     401     404      404        200       404   200     200   401   200     200
GET,HEAD /api/calendar/feed                401     200      200        200       200   200     200   401   403     403
POST     /api/calendar/feed                401     200      200        200       200   200     200   401   403     403
DELETE   /api/calendar/feed                401     204      204        204       204   204     204   401   403     403
GET,HEAD /calendar/:token.ics              200     200      200        200       200   200     200   200   403     403
PUT      /api/activations/:id              401     403      403        403       403   200     200   401   403     200
DELETE   /api/activations/:id              401     403      403        403       403   204     204   401   403     204
GET,HEAD /api/partner/documents/:id        401     404      404        200       404   200     200   401   200     200
PUT      /api/admin/documents/:id          401     403      403        403       403   200     200   401   403     200
PUT      /api/partner/documents/:id        401     403      403        403       403   200     200   401   403     403

GET,HEAD /api/announcements                401     200      200        200       200   200     200   401   403     403
GET,HEAD /api/announcements/:id            401     404      404        200       404   404     404   401   403     403
POST     /api/announcements/:id/read       401     404      404        200       404   404     404   401   403     403
POST     /api/announcements/:id/dismiss    401     404      404        200       404   404     404   401   403     403
POST     /api/announcements/:id/restore    401     404      404        200       404   404     404   401   403     403
GET,HEAD /api/admin/announcements          401     403      403        403       403   200     200   401   200     200
POST     /api/admin/announcements          401     403      403        403       403   201     201   401   403     201
GET,HEAD /api/admin/announcements/:id      401     403      403        403       403   200     200   401   200     200
PUT      /api/admin/announcements/:id      401     403      403        403       403   200     200   401   403     200
DELETE   /api/admin/announcements/:id      401     403      403        403       403   204     204   401   403     204
POST     /api/admin/announcements/:id/end  401     403      403        403       403   200     200   401   403     200
GET,HEAD /api/admin/announcements/:id/readers 401  403      403        403       403   200     200   401   200     200

GET,HEAD /api/search                       401     200      200        200       200   200     200   401   200     200
GET,HEAD /api/resources                    401     403      403        200       200   200     200   401   200     200
POST     /api/resources                    401     403      403        403       403   201     201   401   403     201
GET,HEAD /api/resources/:id                401     403      403        200       404   200     200   401   200     200
PUT      /api/resources/:id                401     403      403        403       403   200     200   401   403     200
DELETE   /api/resources/:id                401     403      403        403       403   204     204   401   403     204
POST     /api/resources/:id/restore        401     403      403        403       403   200     200   401   403     200
PUT      /api/resources/:id/file           401     403      403        403       403   200     200   401   403     200
GET,HEAD /api/resources/:id/versions       401     403      403        403       403   200     200   401   200     200
POST     /api/resources/:id/download       401     403      403        200       404   200     200   401   403     403
GET,HEAD /api/resources/:id/downloads      401     403      403        403       403   200     200   401   200     200
GET,HEAD /api/resources/:id/not-downloaded 401     403      403        403       403   200     200   401   200     200
GET,HEAD /api/admin/audience            401     403      403        403       403   200     200   401   200     200
POST     /api/admin/audience/check      401     403      403        403       403   200     200   401   403     403
GET,HEAD /api/resource-folders             401     403      403        200       200   200     200   401   200     200
POST     /api/resource-folders             401     403      403        403       403   201     201   401   403     201
PUT      /api/resource-folders/:id         401     403      403        403       403   200     200   401   403     200
DELETE   /api/resource-folders/:id         401     403      403        403       403   204     204   401   403     204
POST     /api/resource-folders/:id/audience 401    403      403        403       403   200     200   401   403     200
POST     /api/resource-folders/:id/withdraw 401    403      403        403       403   200     200   401   403     200
POST     /api/resource-folders/:id/restore 401     403      403        403       403   200     200   401   403     200
POST     /api/resource-folders/:id/download 401    403      403        204       404   204     204   401   403     403
GET,HEAD /api/resource-folders/:id/zip     401     403      403        200       404   200     200   401   200     200
POST     /api/objects/upload               401     403      403        403       403   201     201   401   403     201
PUT      /api/objects/upload/:id           401     403      403        403       403   204     204   401   403     204
PUT      /api/resources/upload             401     403      403        403       403   200     200   401   403     200
GET,HEAD /objects/:filePath                401     403      403        200       404   200     200   401   200     200

GET,HEAD /ws                               401     400      400        400       400   400     400   401   401     401
GET,HEAD /api/chat/unread                  401     200      200        200       200   200     200   401   403     403
GET,HEAD /api/chat/conversations           401     403      403        403       403   200     200   401   200     200
GET,HEAD /api/chat/conversations/:conversationId 401 403    403        403       403   200     200   401   200     200
PUT      /api/chat/conversations/:conversationId 401 403    403        403       403   200     200   401   403     200
GET,HEAD /api/chat/conversations/:conversationId/card 401 403 403      403       403   200     200   401   200     200
GET,HEAD /api/chat/conversations/:conversationId/messages 401 403 403  403       403   200     200   401   200     200
GET,HEAD /api/chat/conversations/:conversationId/notes 401 403 403     403       403   200     200   401   200     200
POST     /api/chat/conversations/:conversationId/notes 401 403 403     403       403   201     201   401   403     201
POST     /api/chat/conversations/bulk      401     403      403        403       403   200     200   401   403     200
GET,HEAD /api/chat/labels                  401     403      403        403       403   200     200   401   200     200
PUT      /api/chat/labels/:id              401     403      403        403       403   200     200   401   403     200
DELETE   /api/chat/labels/:id              401     403      403        403       403   204     204   401   403     204
GET,HEAD /api/chat/team                    401     403      403        403       403   200     200   401   200     200
GET,HEAD /api/chat/team/responsible        401     403      403        403       403   200     200   401   200     200
POST     /api/chat/uploads                 401     201      201        201       201   201     201   401   403     403
PUT      /api/chat/uploads                 401     400      400        200       400   400     400   401   403     403
PUT      /api/chat/uploads/:id             401     404      404        204       404   404     404   401   403     403
GET,HEAD /api/notifications                401     200      200        200       200   200     200   401   403     403
GET,HEAD /api/notifications/unseen         401     200      200        200       200   200     200   401   403     403
POST     /api/notifications/seen           401     204      204        204       204   204     204   401   403     403
GET,HEAD /api/user/email-preferences       401     200      200        200       200   200     200   401   403     403
PUT      /api/user/email-preferences       401     200      200        200       200   200     200   401   403     403
GET,HEAD /api/held-files                   401     200      200        200       200   200     200   401   403     403
GET,HEAD /api/chat/files/:filePath         401     404      404        200       404   200     200   401   403     403
GET,HEAD /api/chat/files/:filePath/thumbnail 401   404      404        200       404   200     200   401   403     403
GET,HEAD /api/events                       401     400      400        400       400   400     400   401   403     403
GET,HEAD /api/saved-replies                401     403      403        403       403   200     200   401   200     200
POST     /api/saved-replies                401     403      403        403       403   201     201   401   403     201
PUT      /api/saved-replies/:id            401     403      403        403       403   200     200   401   403     200
DELETE   /api/saved-replies/:id            401     403      403        403       403   204     204   401   403     204
GET,HEAD /api/office-hours                 401     403      403        403       403   200     200   401   200     200
PUT      /api/office-hours                 401     403      403        403       403   403     200   401   403     403

GET,HEAD /api/admin/emails                 401     403      403        403       403   200     200   401   200     200
GET,HEAD /api/admin/emails/:id             401     403      403        403       403   200     200   401   200     200
POST     /api/admin/emails/:id/send-again  401     403      403        403       403   202     202   401   403     202
GET,HEAD /api/admin/partners               401     403      403        403       403   200     200   401   200     200
GET,HEAD /api/admin/partners-with-user-info 401    403      403        403       403   200     200   401   200     200
GET,HEAD /api/admin/partners/export        401     403      403        403       403   200     200   401   403     403
POST     /api/admin/partners/import/check  401     403      403        403       403   200     200   401   403     403
POST     /api/admin/partners/import        401     403      403        403       403   201     201   401   403     403
POST     /api/admin/partners/bulk          401     403      403        403       403   202     202   401   403     403
POST     /api/admin/reminders              401     403      403        403       403   202     202   401   403     403
POST     /api/admin/reminders/check        401     403      403        403       403   200     200   401   403     403
POST     /api/admin/invitations            401     403      403        403       403   202     202   401   403     403
POST     /api/admin/invitations/check      401     403      403        403       403   200     200   401   403     403
GET,HEAD /api/admin/partners/:partnerId/invitation  401 403 403        403       403   200     200   401   200     200
PUT      /api/admin/partners/:partnerId/invitation  401 403 403        403       403   200     200   401   403     200
GET,HEAD /api/admin/bulk-actions           401     403      403        403       403   200     200   401   403     403
POST     /api/admin/partners/find          401     403      403        403       403   200     200   401   403     403
POST     /api/admin/partners/export        401     403      403        403       403   200     200   401   403     403
GET,HEAD /api/admin/partners/ids           401     403      403        403       403   200     200   401   403     403
GET,HEAD /api/admin/bulk-actions/:id       401     403      403        403       403   200     200   401   403     403
DELETE   /api/admin/bulk-actions/:id       401     403      403        403       403   200     200   401   403     403
GET,HEAD /api/admin/group-managers         401     403      403        403       403   200     200   401   200     200
PUT      /api/admin/group-managers         401     403      403        403       403   200     200   401   403     403
POST     /api/admin/partners               401     403      403        403       403   201     201   401   403     201
GET,HEAD /api/admin/partners/:partnerId    401     403      403        403       403   200     200   401   200     200
PUT      /api/admin/partners/:partnerId    401     403      403        403       403   200     200   401   403     200
GET,HEAD /api/admin/partners/:partnerId/activities  401 403 403        403       403   200     200   401   200     200
GET,HEAD /api/admin/partners/:partnerId/summary     401 403 403        403       403   200     200   401   200     200
PUT      /api/admin/partners/:partnerId/tags        401 403 403        403       403   200     200   401   403     200
GET,HEAD /api/admin/views                  401     403      403        403       403   200     200   401   200     200
GET,HEAD /api/admin/views/counts           401     403      403        403       403   200     200   401   200     200
POST     /api/admin/views/:id/check        401     403      403        403       403   200     200   401   403     403
POST     /api/admin/views                  401     403      403        403       403   201     201   401   403     403
PUT      /api/admin/views/:id              401     403      403        403       403   403     200   401   403     403
DELETE   /api/admin/views/:id              401     403      403        403       403   403     204   401   403     403
GET,HEAD /api/admin/partner-tags           401     403      403        403       403   200     200   401   200     200
PUT      /api/admin/partner-tags/:id       401     403      403        403       403   200     200   401   403     200
DELETE   /api/admin/partner-tags/:id       401     403      403        403       403   204     204   401   403     204
GET,HEAD /api/admin/partners/:partnerId/timeline    401 403 403        403       403   200     200   401   200     200
GET,HEAD /api/admin/partners/:partnerId/notes       401 403 403        403       403   200     200   401   200     200
POST     /api/admin/partners/:partnerId/notes       401 403 403        403       403   201     201   401   403     201
PUT      /api/admin/partner-notes/:id      401     403      403        403       403   200     200   401   403     200
PUT      /api/admin/partner-notes/:id/pinned 401   403      403        403       403   200     200   401   403     200
DELETE   /api/admin/partner-notes/:id      401     403      403        403       403   204     204   401   403     204
POST     /api/admin/partner-notes/:id/restore 401  403      403        403       403   200     200   401   403     200
GET,HEAD /api/admin/partners/:partnerId/emails      401 403 403        403       403   200     200   401   200     200
GET,HEAD /api/admin/partners/:partnerId/files       401 403 403        403       403   200     200   401   200     200
GET,HEAD /api/admin/partners/:partnerId/downloads   401 403 403        403       403   200     200   401   200     200
GET,HEAD /api/admin/partners/:partnerId/members     401 403 403        403       403   200     200   401   200     200
POST     /api/admin/partners/:partnerId/members     401 403 403        403       403   201     201   401   403     403
PUT      /api/admin/partners/:partnerId/members/:id 401 403 403        403       403   200     200   401   403     403
DELETE   /api/admin/partners/:partnerId/members/:id 401 403 403        403       403   204     204   401   403     403
POST     /api/admin/partners/:partnerId/members/:id/resend 401 403 403 403       403   200     200   401   403     403
POST     /api/admin/partners/:partnerId/members/:id/ownership 401 403 403 403    403   200     200   401   403     403
POST     /api/admin/partners/:partnerId/remind      401 403 403        403       403   202     202   401   403     202
POST     /api/admin/partners/:partnerId/view 401   403      403        403       403   204     204   401   403     403
POST     /api/admin/partners/:partnerId/take-back-status 401 403 403   403       403   403     200   401   403     403
POST     /api/view-as-partner/stop         401     204      204        204       204   204     204   401   403     403
GET,HEAD /api/admin/partners/:partnerId/documents   401 403 403        403       403   200     200   401   200     200
POST     /api/admin/partners/:partnerId/documents   401 403 403        403       403   201     201   401   403     201
GET,HEAD /api/admin/partners/:partnerId/amendments  401 403 403        403       403   200     200   401   200     200
POST     /api/admin/partners/:partnerId/amendments  401 403 403        403       403   201     201   401   403     403
POST     /api/admin/documents/:id/withdraw 401     403      403        403       403   204     204   401   403     204
POST     /api/admin/documents/:id/take-back 401    403      403        403       403   403     200   401   403     403
POST     /api/admin/documents/:id/void    401     403      403        403       403   403     200   401   403     403
PUT      /api/admin/documents/:id/dates   401     403      403        403       403   200     200   401   403     403
POST     /api/admin/documents/:id/countersign 401 403     403        403       403   403     200   401   403     403
POST     /api/admin/documents/:id/scan   401     403      403        403       403   200     200   401   403     403
POST     /api/admin/documents/void         401     403      403        403       403   403     200   401   403     403
POST     /api/admin/documents/end          401     403      403        403       403   200     200   401   403     403
POST     /api/admin/documents/new-text     401     403      403        403       403   200     200   401   403     200
GET,HEAD /api/admin/agreements/export      401     403      403        403       403   200     200   401   403     403
GET,HEAD /api/admin/partners/:partnerId/activations 401 403 403        403       403   200     200   401   200     200
GET,HEAD /api/admin/partners/:partnerId/tasks       401 403 403        403       403   200     200   401   200     200

GET,HEAD /api/admin/users-with-partner-status       401 403 403        403       403   200     200   401   200     200
GET,HEAD /api/admin/users-without-partner-profiles  401 403 403        403       403   200     200   401   200     200
GET,HEAD /api/admin/partner-groups         401     403      403        403       403   200     200   401   200     200
POST     /api/admin/users                  401     403      403        403       403   201     201   401   403     403
GET,HEAD /api/admin/users/:userId          401     403      403        403       403   200     200   401   200     200
PUT      /api/admin/users/:userId          401     403      403        403       403   200     200   401   403     403
PUT      /api/admin/users/:userId/role     401     403      403        403       403   200     200   401   403     403
PUT      /api/admin/users/:userId/partner-group 401 403     403        403       403   200     200   401   403     200
POST     /api/admin/users/:userId/disable  401     403      403        403       403   403     200   401   403     403
POST     /api/admin/users/:userId/enable   401     403      403        403       403   403     200   401   403     403
GET,HEAD /api/admin/users/:userId/belongings 401   403      403        403       403   200     200   401   403     403
POST     /api/admin/users/:userId/handover 401     403      403        403       403   200     200   401   403     403
GET,HEAD /api/admin/users/:userId/erasure  401     403      403        403       403   403     200   401   403     200
POST     /api/admin/users/:userId/erasure  401     403      403        403       403   403     200   401   403     403
POST     /api/admin/users/:userId/sessions/end 401 403      403        403       403   200     200   401   403     403
PUT      /api/admin/users/partner-group    401     403      403        403       403   200     200   401   403     200
POST     /api/admin/users/invitations      401     403      403        403       403   202     202   401   403     403

GET,HEAD /api/account/data                 401     200      200        200       200   200     200   401   403     403

GET,HEAD /api/admin/documents              401     403      403        403       403   200     200   401   200     200
GET,HEAD /api/admin/agreement-types/:type/replaced-terms 401     403      403        403       403   200     200   401   200     200
POST     /api/admin/documents              401     403      403        403       403   201     201   401   403     201
GET,HEAD /api/admin/shared-documents       401     403      403        403       403   200     200   401   200     200
GET,HEAD /api/admin/shared-documents/:id   401     403      403        403       403   200     200   401   200     200
PUT      /api/admin/shared-documents/:id   401     403      403        403       403   200     200   401   403     200
GET,HEAD /api/admin/shared-documents/:id/documents 401 403  403        403       403   200     200   401   200     200
POST     /api/admin/shared-documents/:id/withdraw 401 403   403        403       403   204     204   401   403     204
GET,HEAD /api/admin/task-definitions           401     403      403        403       403   200     200   401   200     200
GET,HEAD /api/admin/task-series                     401     403      403        403       403   200     200   401   200     200
POST     /api/admin/task-series                     401     403      403        403       403   201     201   401   403     201
GET,HEAD /api/admin/task-series/:id                 401     403      403        403       403   200     200   401   200     200
PUT      /api/admin/task-series/:id                 401     403      403        403       403   200     200   401   403     200
DELETE   /api/admin/task-series/:id                 401     403      403        403       403   204     204   401   403     204
GET,HEAD /api/admin/task-templates                  401     403      403        403       403   200     200   401   200     200
POST     /api/admin/task-templates                  401     403      403        403       403   201     201   401   403     201
GET,HEAD /api/admin/task-templates/:id              401     403      403        403       403   200     200   401   200     200
PUT      /api/admin/task-templates/:id              401     403      403        403       403   200     200   401   403     200
DELETE   /api/admin/task-templates/:id              401     403      403        403       403   204     204   401   403     204
GET,HEAD /api/admin/task-sets                       401     403      403        403       403   200     200   401   200     200
POST     /api/admin/task-sets                       401     403      403        403       403   201     201   401   403     201
GET,HEAD /api/admin/task-sets/:id                   401     403      403        403       403   200     200   401   200     200
PUT      /api/admin/task-sets/:id                   401     403      403        403       403   200     200   401   403     200
DELETE   /api/admin/task-sets/:id                   401     403      403        403       403   204     204   401   403     204
POST     /api/admin/task-series/:id/stop            401     403      403        403       403   200     200   401   403     200
POST     /api/admin/task-series/:id/resume          401     403      403        403       403   200     200   401   403     200
GET,HEAD /api/admin/task-sets/:id/audience          401     403      403        403       403   200     200   401   200     200
POST     /api/admin/task-sets/:id/give              401     403      403        403       403   200     200   401   403     200
GET,HEAD /api/admin/agreement-types        401     403      403        403       403   200     200   401   200     200
POST     /api/admin/agreement-types        401     403      403        403       403   403     201   401   403     201
GET,HEAD /api/admin/agreement-types/:type  401     403      403        403       403   200     200   401   200     200
PUT      /api/admin/agreement-types/:type  401     403      403        403       403   403     200   401   403     200
POST     /api/admin/agreement-types/:type/archive 401 403   403        403       403   403     200   401   403     200
POST     /api/admin/agreement-types/:type/restore 401 403   403        403       403   403     200   401   403     200
GET,HEAD /api/admin/agreement-types/:type/versions/:version 401 403 403 403      403   200     200   401   200     200
PUT      /api/admin/agreement-types/:type/draft 401 403     403        403       403   403     200   401   403     200
DELETE   /api/admin/agreement-types/:type/draft 401 403     403        403       403   403     204   401   403     204
POST     /api/admin/agreement-types/:type/draft/publish 401 403 403    403       403   403     200   401   403     403
GET,HEAD /api/admin/activations            401     403      403        403       403   200     200   401   200     200
GET,HEAD /api/admin/obligations            401     403      403        403       403   200     200   401   200     200
GET,HEAD /api/admin/documents/:id/terms    401     403      403        403       403   200     200   401   200     200
PUT      /api/admin/documents/:id/terms    401     403      403        403       403   409     409   401   403     403
GET,HEAD /api/admin/payments               401     403      403        403       403   200     200   401   200     200
GET,HEAD /api/admin/payments/export        401     403      403        403       403   200     200   401   403     403
GET,HEAD /api/admin/payments/totals        401     403      403        403       403   200     200   401   200     200
GET,HEAD /api/admin/invoices               401     403      403        403       403   200     200   401   200     200
PUT      /api/admin/invoices/:id           401     403      403        403       403   200     200   401   403     403
POST     /api/admin/payments               401     403      403        403       403   400     400   401   403     403
POST     /api/admin/payments/:id/reversal  401     403      403        403       403   400     400   401   403     403
GET,HEAD /api/admin/activations/export     401     403      403        403       403   200     200   401   403     403
GET,HEAD /api/admin/tasks                  401     403      403        403       403   200     200   401   200     200
GET,HEAD /api/admin/stats                  401     403      403        403       403   200     200   401   200     200
GET,HEAD /api/admin/attention              401     403      403        403       403   200     200   401   200     200
PUT      /api/admin/attention/:id          401     403      403        403       403   204     204   401   403     204
GET,HEAD /api/admin/overview               401     403      403        403       403   200     200   401   200     200
GET,HEAD /api/admin/reports/summary        401     403      403        403       403   200     200   401   200     200
GET,HEAD /api/admin/reports/events         401     403      403        403       403   200     200   401   200     200
GET,HEAD /api/admin/reports/events/summary 401     403      403        403       403   200     200   401   200     200
GET,HEAD /api/admin/reports/:report/csv    401     403      403        403       403   200     200   401   403     403
GET,HEAD /api/admin/reports/settings       401     403      403        403       403   200     200   401   200     200
PUT      /api/admin/reports/settings       401     403      403        403       403   403     200   401   403     403
GET,HEAD /api/admin/api-tokens             401     403      403        403       403   403     200   401   403     403
POST     /api/admin/api-tokens             401     403      403        403       403   403     201   401   403     403
DELETE   /api/admin/api-tokens/:id         401     403      403        403       403   403     204   401   403     403
GET,HEAD /api/admin/webhooks               401     403      403        403       403   403     200   401   403     403
POST     /api/admin/webhooks               401     403      403        403       403   403     201   401   403     403
POST     /api/admin/webhooks/:id/secret    401     403      403        403       403   403     200   401   403     403
PUT      /api/admin/webhooks/:id/state     401     403      403        403       403   403     200   401   403     403
POST     /api/admin/webhooks/:id/test      401     403      403        403       403   403     202   401   403     403
GET,HEAD /api/admin/webhooks/:id/deliveries 401    403      403        403       403   403     200   401   403     403
GET,HEAD /api/admin/webhook-deliveries/:id 401     403      403        403       403   403     200   401   403     403
POST     /api/admin/webhook-deliveries/:id/send-again 401 403 403      403       403   403     202   401   403     403
DELETE   /api/admin/webhooks/:id           401     403      403        403       403   403     204   401   403     403
GET,HEAD /openapi.json                     401     403      403        403       403   200     200   401   200     200
GET,HEAD /docs                             401     403      403        403       403   200     200   401   403     403
GET,HEAD /api/admin/audit-log              401     403      403        403       403   403     200   401   403     200
GET,HEAD /api/admin/audit-log/export       401     403      403        403       403   403     200   401   403     403
GET,HEAD /api/admin/audit-log/people       401     403      403        403       403   403     200   401   403     200
`

const [head = '', ...lines] = table.split('\n').filter((line) => line.trim() !== '')
const rows = lines.flatMap((line) => {
  const [methods = '', url = '', ...statuses] = line.trim().split(/ +/)
  return methods.split(',').map((method) => ({
    method: method as 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE',
    url,
    statuses: Object.fromEntries(actors.map((actor, index) => [actor, Number(statuses[index])])),
  }))
})

/** Creates something only when a request needs it. All later requests use the same thing. */
const once = <T>(create: () => Promise<T>) => {
  let created: Promise<T> | undefined
  return () => {
    created ??= create()
    return created
  }
}

/** A disabled user changes nothing, so all rows can share this one. Each row has its own session. */
const disabledPartner = once(() =>
  createPartner(portal, { status: 'completed', onPaper: true, user: { disabledAt: new Date() } }),
)

const createAll = async (things: object) => {
  for (const thing of Object.values(things)) {
    if (typeof thing === 'function') await thing()
    else if (typeof thing === 'object') await createAll(thing)
  }
}

const aMorning = '2026-01-02T12:00:00.000Z'

/** Creates one actor of each kind, except those in `shared`, and the data of the onboarded partner that all of them request. */
const gather = async ({
  tokenName = 'Of one row',
  shared = {},
}: {
  tokenName?: string
  shared?: Partial<Record<Actor, Browser>>
}) => {
  // An admin can have at most a hundred tokens and webhooks.
  await portal.db.delete(apiTokens).where(eq(apiTokens.name, 'Of one row'))
  await portal.db.delete(webhookEndpoints).where(eq(webhookEndpoints.description, 'Of one row'))
  const signInNew = async (status: 'documents' | 'completed') =>
    portal.signIn((await createPartner(portal, { status, onPaper: true })).user)
  const first = await createPartner(portal, { status: 'completed', onPaper: true })
  const [support, admin, tokenAdmin] = [
    await createUser(portal, { role: 'support' }),
    await createUser(portal, { role: 'admin' }),
    await createUser(portal, { role: 'admin' }),
  ]
  const token = { name: tokenName, createdBy: tokenAdmin.id }
  const browsers: Record<Actor, Browser> = {
    visitor: portal.visit(),
    newcomer: shared.newcomer ?? (await portal.signIn(await createUser(portal))),
    onboarding: shared.onboarding ?? (await signInNew('documents')),
    onboarded: await portal.signIn(first.user),
    other: shared.other ?? (await signInNew('completed')),
    support: await portal.signIn(support),
    admin: await portal.signIn(admin),
    disabled: await portal.signIn((await disabledPartner()).user),
    reading: await createTokenClient(portal, { ...token, scope: 'read', role: 'support' }),
    writing: await createTokenClient(portal, { ...token, scope: 'write', role: 'admin' }),
  }
  const partnerId = first.profile.id
  const things = {
    task: once(() => createTask(portal, { partnerId })),
    proofs: once(() => gatherProofs(partnerId, first.user.id)),
    signed: once(async () => {
      const { id } = await createDocument(portal, { partnerId, documentType: 'nda' })
      await sign(portal, first.user, 'nda', id)
      return id
    }),
    agreementType: once(() => createAgreementType(portal)),
    otherType: once(() => createAgreementType(portal)),
    archivedType: once(() => createAgreementType(portal, { archivedAt: new Date() })),
    draftOf: once(() => createAgreementType(portal)),
    awaiting: once(() => awaitingCompany(portal)),
    open: once(() => createDocument(portal, { partnerId })),
    unwanted: once(() => createDocument(portal, { partnerId, documentType: 'nda' })),
    activation: once(() => createActivation(portal, { partnerId })),
    photos: once(() => gatherPhotos(partnerId, first.user.id)),
    obligation: once(() => createObligation(portal, { partnerId })),
    deposit: once(() =>
      createObligation(portal, { partnerId, kind: 'deposit', owedBy: 'company', amountCents: 1_000 }),
    ),
    invoice: once(() => createInvoice(portal, { partnerId })),
    unwantedInvoice: once(() => createInvoice(portal, { partnerId })),
    announcement: once(() => createAnnouncement(portal, { assignedPartnerIds: [partnerId] })),
    email: once(() => createEmail(portal, first.user, keptEmail)),
    sharedDocument: once(() => createSharedDocument(portal)),
    partnerId,
    otherPartner: once(() => createPartner(portal, { status: 'completed', onPaper: true })),
    // The token belongs to a user who is none of the actors, because the actors replace their own tokens.
    calendarToken: once(gatherCalendarToken),
    userId: first.user.id,
    authors: { admin: admin.id, writing: tokenAdmin.id, support: support.id },
    pictureUrl: once(async () => {
      const response = await browsers.other.send('PUT', '/api/account/picture', onePixel, pngType)
      return response.json().profileImageUrl as string
    }),
    passkey: once(() => createPasskey(portal, { userId: first.user.id })),
    resource: once(async () => {
      const { id: folderId } = await createFolder(portal)
      return createResource(portal, { folderId, assignedPartnerIds: [partnerId] })
    }),
    chat: once(() => gatherChat(first.user)),
    // These rows can be used only once, so each actor who may use them has their own.
    support: gatherOwn(support, tokenName),
    admin: gatherOwn(admin, tokenName),
    writing: gatherOwn(tokenAdmin, tokenName),
  }
  return { browsers, things }
}

const gatherCalendarToken = async () => {
  const token = newToken()
  await portal.db.insert(calendarFeeds).values({ userId: (await createPartner(portal)).user.id, token })
  return token
}

/** Creates the frames that a partner sends in the chat. */
const gatherChat = async (user: { id: string }) => {
  const upload = { userId: user.id, purpose: 'chat' as const }
  const sent = await createUpload(portal, { ...upload, state: 'registered' })
  const sender = { ...user, role: 'user', sid: '' } as never
  await sendMessage(portal.deps, sender, user.id, { message: null, file: { filePath: sent.objectKey } })
  return {
    sent,
    asked: await createUpload(portal, upload),
    received: await createUpload(portal, { ...upload, state: 'received' }),
  }
}

/** Creates the proofs that a partner uploads, and one of their tasks with a proof. */
const gatherProofs = async (partnerId: string, userId: string) => {
  const upload = { userId, purpose: 'proof' as const }
  const task = await createTask(portal, { partnerId })
  return {
    task,
    proof: await createTaskProof(portal, { taskId: task.id, uploadedBy: userId }),
    asked: await createUpload(portal, upload),
    received: await createUpload(portal, { ...upload, state: 'received' }),
    registered: await createUpload(portal, { ...upload, state: 'registered' }),
  }
}

/** Creates an event with a recap, a photo for each actor who removes one, and a photo that the partner has uploaded. */
const gatherPhotos = async (partnerId: string, userId: string) => {
  const { id } = await createPastActivation(portal, { partnerId })
  await createRecap(portal, { activationId: id })
  const browser = await portal.signIn({ id: userId, role: 'user' })
  const ofEvent = { activationId: id, uploadedBy: userId }
  return {
    id,
    filePath: await uploadPhoto(browser, id, 'photo.png', onePixel),
    addPhoto: () => createPhoto(portal, ofEvent),
  }
}

// The content of this email is stored, so that it can be sent again.
const keptEmail = { status: 'sent' as const, content: { heading: 'Hello', paragraphs: [] } }

const gatherOwn = (user: { id: string }, description: string) => {
  const template = once(() => createTemplate(portal))
  return {
    resource: once(() => createResource(portal)),
    withdrawn: once(() => createResource(portal, { isActive: false })),
    folder: once(() => createFolder(portal)),
    /** A folder with a file, and one that was withdrawn. */
    fullFolder: once(async () => {
      const folder = await createFolder(portal)
      await createResource(portal, { folderId: folder.id, assignedGroup: 'Coast' })
      await createResource(portal, { folderId: folder.id, isActive: false, updatedAt: new Date(aMorning) })
      return folder
    }),
    task: once(() => createTask(portal)),
    completed: once(() => createTask(portal, { status: 'completed' })),
    deletedTask: once(() => createTask(portal, { deletedAt: new Date() })),
    activation: once(() => createActivation(portal)),
    announcement: once(() => createAnnouncement(portal)),
    sharedDocument: once(() => createSharedDocument(portal)),
    document: once(() => createDocument(portal)),
    renamed: once(() => createRenamed(portal, 'Seaside Hall LLC')),
    paper: once(() => createDocument(portal, signedOnPaper())),
    wrong: once(() => createDocument(portal, signedOnPaper())),
    earlier: once(async () => {
      const { profile, documents } = await createPartner(portal, { status: 'completed', onPaper: true })
      const signed = { signedAt: new Date('2026-11-01T12:00:00Z') }
      await portal.db.update(partnerDocuments).set(signed).where(eq(partnerDocuments.partnerId, profile.id))
      return documents[0]?.id ?? ''
    }),
    user: once(() => createUser(portal)),
    disabled: once(() => createUser(portal, { disabledAt: new Date() })),
    bulkAction: once(() => createBulkAction(portal, user.id)),
    savedReply: once(() => createSavedReply(portal)),
    chatLabel: once(() => createChatLabel(portal)),
    email: once(async () => createEmail(portal, await createUser(portal), keptEmail)),
    apiToken: once(() => createApiToken(portal, { name: 'Of one row', createdBy: user.id })),
    webhook: once(async () => {
      const { id: endpointId } = await createEndpoint(portal, { description })
      return createDelivery(portal, { endpointId })
    }),
    template,
    set: once(async () => createSet(portal, {}, [await template()])),
    series: once(() => createSeries(portal)),
    stoppedSeries: once(() => createSeries(portal, { stoppedAt: new Date() })),
    asked: once(() => createUpload(portal, { userId: user.id })),
    received: once(() => createUpload(portal, { userId: user.id, state: 'received' })),
    registered: once(() => createUpload(portal, { userId: user.id, state: 'registered' })),
    scan: once(() => createUpload(portal, { userId: user.id, state: 'registered', fileType: 'pdf' })),
  }
}

const newAddress = () => `invited-${crypto.randomUUID()}@example.test`
const newMember = async (partnerId: string) => (await createMember(portal, { partnerId })).member.id
const newInvitation = async (partnerId: string, email = newAddress()) => {
  const invitation = { partnerId, email, invitedAt: new Date() }
  const [row] = await portal.db.insert(partnerMembers).values(invitation).returning()
  return row?.id
}

type Things = Awaited<ReturnType<typeof gather>>['things']

const paymentForm = { amountCents: 100, currency: 'USD', paidOn: '2026-11-20', method: 'check' }

const pngType = { 'content-type': 'image/png' }

const assertion = { id: 'a', clientDataJSON: 'a', authenticatorData: 'a', signature: 'a', userHandle: 'a' }

const plannedForm = { taskName: 'Send the guest count', taskType: 'physical' }
const seriesRule = { frequency: 'weekly', startsAt: '2049-03-01T22:00:00.000Z', timeZone: 'America/New_York' }
const setOf = ({ id }: { id: string }) => ({
  name: crypto.randomUUID(),
  givenWhen: 'never',
  templateIds: [id],
})

const ownOf = (things: Things, actor: Actor) =>
  actor === 'admin' || actor === 'writing' ? things[actor] : things.support

/** A CSV file with one partner. */
const csvOf = () => ({
  body: `${Object.keys(profileForm).join()}\n${Object.values({ ...profileForm, email: `${crypto.randomUUID()}@import.test` }).join()}`,
  headers: { 'content-type': 'text/csv' },
})

interface Request {
  url?: string
  body?: unknown
  headers?: Record<string, string>
}

const overdueSince = '2026-01-05T10:00:00.000Z'

/** The params of each URL, and the body of each request. */
const requests: Record<string, (things: Things, actor: Actor) => Request | Promise<Request>> = {
  '/*': () => ({ url: '/assets/index-4f2a.js' }),
  '/unsubscribe': async ({ email }) => ({ url: `/unsubscribe?token=${(await email()).unsubscribeToken}` }),
  '/api/admin/emails/:id': async ({ email }) => ({ url: `/api/admin/emails/${(await email()).id}` }),
  '/api/admin/emails/:id/send-again': async (things, actor) => ({
    url: `/api/admin/emails/${(await ownOf(things, actor).email()).id}/send-again`,
  }),
  '/api/search': () => ({ url: '/api/search?q=poster' }),
  '/api/admin/reports/events': () => ({ url: '/api/admin/reports/events?by=group' }),
  '/api/admin/reports/:report/csv': () => ({ url: '/api/admin/reports/tasks/csv' }),
  '/api/admin/agreement-types/:type/replaced-terms': () => ({
    url: '/api/admin/agreement-types/nda/replaced-terms',
  }),
  '/api/drafts/:form': () => ({ url: '/api/drafts/profile' }),
  'PUT /api/drafts/:form': async ({ open }) => ({
    url: `/api/drafts/${(await open()).id}`,
    body: { values: { venue: 'Harborview Hall' }, updatedAt: null },
  }),
  '/api/partner/documents/:id/reading': async ({ open }) => ({
    url: `/api/partner/documents/${(await open()).id}/reading`,
    body: { step: 'opened', agreementVersion: '2026-11-20' },
  }),
  '/api/partner/documents/:id/decline': async ({ unwanted }) => ({
    url: `/api/partner/documents/${(await unwanted()).id}/decline`,
    body: { reason: 'The territory is too small' },
  }),
  '/api/partner/documents/:id/unsigned-text': async ({ open }) => ({
    url: `/api/partner/documents/${(await open()).id}/unsigned-text`,
  }),
  '/api/partner/documents/:id/text': async ({ signed }) => ({
    url: `/api/partner/documents/${await signed()}/text`,
  }),
  '/api/partner/documents/:id/agreement': async ({ signed }) => ({
    url: `/api/partner/documents/${await signed()}/agreement`,
  }),
  'PUT /api/tasks/:id': async ({ task }, actor) => ({
    url: `/api/tasks/${(await task()).id}`,
    // The partner has set the task in progress, so support sends another status, which is a change.
    body: { status: actor === 'support' ? 'pending' : 'in_progress' },
  }),
  'POST /api/tasks': ({ partnerId }) => ({ body: { ...taskForm, partnerId } }),
  'POST /api/tasks/bulk': async ({ task }) => ({
    body: { changes: [{ id: (await task()).id, status: 'in_progress' }] },
  }),
  'POST /api/tasks/restore': async (things, actor) => ({
    body: { ids: [(await ownOf(things, actor).deletedTask()).id] },
  }),
  'DELETE /api/tasks/:id': async (things, actor) => ({
    url: `/api/tasks/${(await ownOf(things, actor).task()).id}`,
  }),
  '/api/tasks/:id': async ({ task }) => ({ url: `/api/tasks/${(await task()).id}` }),
  'POST /api/activations/:id/comments': async ({ activation }) => ({
    url: `/api/activations/${(await activation()).id}/comments`,
    body: { body: 'See you there' },
  }),
  'POST /api/tasks/:id/comments': async ({ task }) => ({
    url: `/api/tasks/${(await task()).id}/comments`,
    body: { body: 'Done' },
  }),
  'POST /api/tasks/:id/proofs': async ({ proofs }) => ({
    url: `/api/tasks/${(await proofs()).task.id}/proofs`,
    body: { filePath: (await proofs()).registered.objectKey },
  }),
  'POST /api/tasks/:id/proofs/upload': async ({ task }) => ({
    url: `/api/tasks/${(await task()).id}/proofs/upload`,
    body: { fileName: 'hello.txt', fileSize: 5 },
  }),
  'DELETE /api/tasks/:id/proofs/:proofId': async ({ proofs }) => ({
    url: `/api/tasks/${(await proofs()).task.id}/proofs/${(await proofs()).proof.id}`,
  }),
  'PUT /api/task-proofs/upload': async ({ proofs }) => ({
    body: { resourceURL: `/api/task-proofs/upload/${(await proofs()).received.id}` },
  }),
  'PUT /api/task-proofs/upload/:id': async ({ proofs }) => ({
    url: `/api/task-proofs/upload/${(await proofs()).asked.id}`,
    body: 'hello',
    headers: { 'content-type': 'text/plain' },
  }),
  'POST /api/tasks/:id/accept': async (things, actor) => ({
    url: `/api/tasks/${(await ownOf(things, actor).completed()).id}/accept`,
    body: {},
  }),
  'POST /api/tasks/:id/send-back': async (things, actor) => ({
    url: `/api/tasks/${(await ownOf(things, actor).completed()).id}/send-back`,
    body: { comment: 'The second poster is missing' },
  }),
  'POST /api/admin/task-series': ({ partnerId }) => ({
    body: { ...plannedForm, ...seriesRule, partnerId },
  }),
  '/api/admin/task-series/:id': async (things, actor) => ({
    url: `/api/admin/task-series/${(await ownOf(things, actor).series()).id}`,
    body: { taskName: 'Send photos' },
  }),
  '/api/admin/task-series/:id/stop': async (things, actor) => ({
    url: `/api/admin/task-series/${(await ownOf(things, actor).series()).id}/stop`,
  }),
  '/api/admin/task-series/:id/resume': async (things, actor) => ({
    url: `/api/admin/task-series/${(await ownOf(things, actor).stoppedSeries()).id}/resume`,
  }),
  'POST /api/admin/task-templates': () => ({
    body: { ...plannedForm, taskName: crypto.randomUUID(), dueInDays: 7 },
  }),
  '/api/admin/task-templates/:id': async (things, actor) => ({
    url: `/api/admin/task-templates/${(await ownOf(things, actor).template()).id}`,
    body: { ...plannedForm, taskName: crypto.randomUUID(), dueInDays: 7 },
  }),
  'POST /api/admin/task-sets': async (things, actor) => ({
    body: setOf(await ownOf(things, actor).template()),
  }),
  '/api/admin/task-sets/:id': async (things, actor) => ({
    url: `/api/admin/task-sets/${(await ownOf(things, actor).set()).id}`,
    body: setOf(await ownOf(things, actor).template()),
  }),
  '/api/admin/task-sets/:id/audience': async (things, actor) => ({
    url: `/api/admin/task-sets/${(await ownOf(things, actor).set()).id}/audience`,
  }),
  '/api/admin/task-sets/:id/give': async (things, actor) => ({
    url: `/api/admin/task-sets/${(await ownOf(things, actor).set()).id}/give`,
    body: { partnerId: things.partnerId },
  }),
  ...Object.fromEntries(
    ['', '/read', '/dismiss', '/restore'].map((end) => [
      `/api/announcements/:id${end}`,
      async ({ announcement }: Things) => ({ url: `/api/announcements/${(await announcement()).id}${end}` }),
    ]),
  ),
  'POST /api/admin/audience/check': () => ({
    body: { about: 'announcement', assignedPartnerIds: [], assignedGroup: null },
  }),
  'POST /api/admin/announcements': () => ({
    body: { title: 'Winter hours', body: 'We close at noon.', assignedPartnerIds: [], assignedGroup: null },
  }),
  '/api/admin/announcements/:id': async ({ announcement }) => ({
    url: `/api/admin/announcements/${(await announcement()).id}`,
  }),
  'PUT /api/admin/announcements/:id': async ({ announcement }) => ({
    url: `/api/admin/announcements/${(await announcement()).id}`,
    body: { title: crypto.randomUUID() },
  }),
  'DELETE /api/admin/announcements/:id': async (things, actor) => ({
    url: `/api/admin/announcements/${(await ownOf(things, actor).announcement()).id}`,
  }),
  '/api/admin/announcements/:id/end': async (things, actor) => ({
    url: `/api/admin/announcements/${(await ownOf(things, actor).announcement()).id}/end`,
  }),
  '/api/admin/announcements/:id/readers': async ({ announcement }) => ({
    url: `/api/admin/announcements/${(await announcement()).id}/readers`,
  }),
  'POST /api/admin/agreement-types': () => ({ body: { name: crypto.randomUUID() } }),
  ...Object.fromEntries(
    ['', '/archive', '/draft'].map((end) => [
      `/api/admin/agreement-types/:type${end}`,
      async ({ agreementType, otherType }: Things, actor: Actor) => ({
        url: `/api/admin/agreement-types/${actor === 'writing' ? await otherType() : await agreementType()}${end}`,
      }),
    ]),
  ),
  '/api/admin/agreement-types/:type/versions/:version': () => ({
    url: '/api/admin/agreement-types/nda/versions/2026-11-20',
  }),
  'PUT /api/admin/agreement-types/:type': async ({ agreementType }) => ({
    url: `/api/admin/agreement-types/${await agreementType()}`,
    body: { name: crypto.randomUUID(), isCountersigned: false },
  }),
  'PUT /api/admin/agreement-types/:type/draft': async ({ agreementType }) => ({
    url: `/api/admin/agreement-types/${await agreementType()}/draft`,
    body: { title: 'Release', source: 'Text' },
  }),
  '/api/admin/agreement-types/:type/restore': async ({ archivedType }) => ({
    url: `/api/admin/agreement-types/${await archivedType()}/restore`,
  }),
  '/api/admin/agreement-types/:type/draft/publish': async ({ draftOf, otherType }, actor) => ({
    url: `/api/admin/agreement-types/${actor === 'writing' ? await otherType() : await draftOf()}/draft/publish`,
    body: { updatedAt: draftedAt.toISOString() },
  }),
  'POST /api/admin/documents': ({ partnerId }) => ({ body: { documentType: 'nda', partnerId } }),
  '/api/admin/shared-documents/:id': async ({ sharedDocument }) => ({
    url: `/api/admin/shared-documents/${(await sharedDocument()).id}`,
  }),
  'PUT /api/admin/shared-documents/:id': async ({ sharedDocument }) => ({
    url: `/api/admin/shared-documents/${(await sharedDocument()).id}`,
    body: { assignedGroup: 'Coast' },
  }),
  '/api/admin/shared-documents/:id/documents': async ({ sharedDocument }) => ({
    url: `/api/admin/shared-documents/${(await sharedDocument()).id}/documents`,
  }),
  '/api/admin/shared-documents/:id/withdraw': async (things, actor) => ({
    url: `/api/admin/shared-documents/${(await ownOf(things, actor).sharedDocument()).id}/withdraw`,
    body: { reason: 'Added by mistake' },
  }),
  'POST /api/activations': ({ partnerId }) => ({ body: { ...activationForm, partnerId } }),
  '/api/activations/:id': async ({ activation }) => ({ url: `/api/activations/${(await activation()).id}` }),
  '/api/activations/:id/day': async ({ activation }) => ({
    url: `/api/activations/${(await activation()).id}/day`,
  }),
  '/api/activations/:id/comments': async ({ activation }) => ({
    url: `/api/activations/${(await activation()).id}/comments`,
  }),
  '/api/activations/:id/obligations': async ({ activation }) => ({
    url: `/api/activations/${(await activation()).id}/obligations`,
  }),
  '/api/activations/:id/recap': async ({ photos }) => ({
    url: `/api/activations/${(await photos()).id}/recap`,
  }),
  'PUT /api/activations/:id/recap': async ({ photos }, actor) => ({
    url: `/api/activations/${(await photos()).id}/recap`,
    body: { guests: actors.indexOf(actor), signUps: 1 },
  }),
  '/api/activations/:id/recap/pdf': async ({ photos }) => ({
    url: `/api/activations/${(await photos()).id}/recap/pdf`,
  }),
  'POST /api/activations/:id/photos/upload': async ({ photos }) => ({
    url: `/api/activations/${(await photos()).id}/photos/upload`,
    body: { fileName: 'photo.png', fileSize: onePixel.length },
  }),
  'POST /api/activations/:id/photos': async ({ photos }) => ({
    url: `/api/activations/${(await photos()).id}/photos`,
    body: { filePath: (await photos()).filePath, clientId: crypto.randomUUID() },
  }),
  'DELETE /api/activations/:id/photos/:photoId': async ({ photos }) => {
    const { id, addPhoto } = await photos()
    return { url: `/api/activations/${id}/photos/${(await addPhoto()).id}` }
  },
  '/api/partner/documents/:id/obligations': async ({ open }) => ({
    url: `/api/partner/documents/${(await open()).id}/obligations`,
  }),
  'POST /api/obligations/:id/upload': async ({ obligation }) => ({
    url: `/api/obligations/${(await obligation()).id}/upload`,
    body: { fileName: 'count.txt', fileSize: 5 },
  }),
  'PUT /api/obligations/:id': async ({ obligation }) => ({
    url: `/api/obligations/${(await obligation()).id}`,
    body: { status: 'done' },
  }),
  '/api/admin/documents/:id/terms': async ({ open }) => ({
    url: `/api/admin/documents/${(await open()).id}/terms`,
  }),
  'PUT /api/admin/documents/:id/terms': async ({ open }) => ({
    url: `/api/admin/documents/${(await open()).id}/terms`,
    body: { collateralDays: 7 },
  }),
  'POST /api/partner/invoices': async ({ deposit }) => ({ body: { obligationId: (await deposit()).id } }),
  'POST /api/partner/invoices/upload': () => ({ body: { fileName: 'invoice.txt', fileSize: 5 } }),
  'DELETE /api/partner/invoices/:id': async ({ unwantedInvoice }) => ({
    url: `/api/partner/invoices/${(await unwantedInvoice()).id}`,
  }),
  'PUT /api/admin/invoices/:id': async ({ invoice }) => ({
    url: `/api/admin/invoices/${(await invoice()).id}`,
    body: { status: 'approved' },
  }),
  // These requests have no idempotency key.
  'POST /api/admin/payments': ({ partnerId }) => ({ body: { ...paymentForm, partnerId } }),
  'POST /api/admin/payments/:id/reversal': ({ partnerId }) => ({
    url: `/api/admin/payments/${partnerId}/reversal`,
    body: { reason: 'A mistake' },
  }),
  '/api/activations/:id/calendar': async ({ activation }) => ({
    url: `/api/activations/${(await activation()).id}/calendar`,
  }),
  '/api/tasks/:id/calendar': async ({ task }) => ({ url: `/api/tasks/${(await task()).id}/calendar` }),
  '/api/calendar': ({ partnerId }) => ({
    url: `/api/calendar?from=2049-03-01&to=2049-03-31&partnerId=${partnerId}`,
  }),
  '/calendar/:token.ics': async ({ calendarToken }) => ({ url: `/calendar/${await calendarToken()}.ics` }),
  '/api/activations/:id/move': async ({ activation }) => ({
    url: `/api/activations/${(await activation()).id}/move?activationDate=2049-05-01T14:00:00.000Z`,
  }),
  // No plan has this id, and the partner has the activation already.
  '/api/activations/:id/plan': async ({ activation, partnerId }) => ({
    url: `/api/activations/${(await activation()).id}/plan`,
    body: { planId: partnerId },
  }),
  '/api/activations/:id/partners': async ({ activation, partnerId }) => ({
    url: `/api/activations/${(await activation()).id}/partners`,
    body: { assignments: [{ partnerId, start: '2049-05-01T14:00:00.000Z' }] },
  }),
  'PUT /api/activations/:id': async ({ activation }) => ({
    url: `/api/activations/${(await activation()).id}`,
    body: { name: 'Autumn weekend' },
  }),
  'DELETE /api/activations/:id': async (things, actor) => ({
    url: `/api/activations/${(await ownOf(things, actor).activation()).id}`,
  }),
  '/api/partner/documents/:id': async ({ signed }) => ({ url: `/api/partner/documents/${await signed()}` }),
  'PUT /api/admin/documents/:id': async (things, actor) => ({
    url: `/api/admin/documents/${(await ownOf(things, actor).document()).id}`,
    body: { documentType: 'venue_partnership_agreement', appendixA: { eventName: actor } },
  }),
  'PUT /api/partner/documents/:id': async (things, actor) => ({
    url: `/api/partner/documents/${(await ownOf(things, actor).document()).id}`,
    body: { status: 'signed' },
  }),
  '/api/admin/agreements/export': ({ partnerId }) => ({
    url: `/api/admin/agreements/export?partnerId=${partnerId}`,
  }),
  '/api/admin/partners/:partnerId/documents': ({ partnerId }) => ({
    url: `/api/admin/partners/${partnerId}/documents`,
  }),
  'POST /api/admin/partners/:partnerId/documents': ({ partnerId }) => ({
    url: `/api/admin/partners/${partnerId}/documents`,
    body: { documentType: 'nda' },
  }),
  'POST /api/admin/partners/:partnerId/amendments': async (things, actor) => {
    const { profile, documents, url } = await ownOf(things, actor).renamed()
    return { url, body: { documentIds: documents.map(({ id }) => id), businessName: profile.businessName } }
  },
  'POST /api/admin/partners': async (things, actor) => ({
    body: { ...profileForm, userId: (await ownOf(things, actor).user()).id },
  }),
  '/api/admin/partners/:partnerId': ({ partnerId }) => ({ url: `/api/admin/partners/${partnerId}` }),
  'PUT /api/admin/partners/:partnerId': ({ partnerId }) => ({
    url: `/api/admin/partners/${partnerId}`,
    body: profileForm,
  }),
  '/api/admin/partners/:partnerId/members': ({ partnerId }) => ({
    url: `/api/admin/partners/${partnerId}/members`,
  }),
  '/api/admin/partners/:partnerId/activities': ({ partnerId }) => ({
    url: `/api/admin/partners/${partnerId}/activities`,
  }),
  ...Object.fromEntries(
    ['summary', 'emails', 'files', 'downloads', 'amendments', 'timeline', 'notes'].map((name) => [
      `/api/admin/partners/:partnerId/${name}`,
      ({ partnerId }: Things) => ({ url: `/api/admin/partners/${partnerId}/${name}` }),
    ]),
  ),
  'POST /api/admin/partners/:partnerId/notes': ({ partnerId }) => ({
    url: `/api/admin/partners/${partnerId}/notes`,
    body: { kind: 'call', body: 'Called' },
  }),
  ...Object.fromEntries(
    ['', '/pinned', '/restore'].map((path) => [
      `/api/admin/partner-notes/:id${path}`,
      async ({ partnerId, authors }: Things, actor: Actor) => {
        const authorId = actor === 'admin' || actor === 'writing' ? authors[actor] : authors.support
        const deletedAt = path === '/restore' ? new Date() : null
        const { id } = await createNote(portal, { partnerId, authorId, deletedAt })
        const body = path === '/pinned' ? { isPinned: true } : { kind: 'note', body: 'Changed' }
        return { url: `/api/admin/partner-notes/${id}${path}`, ...(path !== '/restore' && { body }) }
      },
    ]),
  ),
  'PUT /api/admin/partners/:partnerId/tags': ({ partnerId }) => ({
    url: `/api/admin/partners/${partnerId}/tags`,
    body: { names: ['Key account'] },
  }),
  'POST /api/admin/views': () => ({ body: viewForm({ name: crypto.randomUUID() }) }),
  '/api/admin/views/:id/check': async () => ({
    url: `/api/admin/views/${(await createView(portal)).id}/check`,
    body: {},
  }),
  'PUT /api/admin/views/:id': async () => ({
    url: `/api/admin/views/${(await createView(portal)).id}`,
    body: { name: crypto.randomUUID() },
  }),
  'DELETE /api/admin/views/:id': async () => ({
    url: `/api/admin/views/${(await createView(portal)).id}`,
  }),
  '/api/admin/partner-tags/:id': async () => ({
    url: `/api/admin/partner-tags/${(await createTag(portal)).id}`,
    body: { name: crypto.randomUUID() },
  }),
  // A partner can be reminded only once an hour.
  'POST /api/partner/members': () => ({ body: { email: newAddress() } }),
  '/api/partner/members/:id': async ({ partnerId }) => ({
    url: `/api/partner/members/${await newMember(partnerId)}`,
    body: { title: 'Director' },
  }),
  '/api/partner/members/:id/resend': async ({ partnerId }) => ({
    url: `/api/partner/members/${await newInvitation(partnerId)}/resend`,
  }),
  '/api/partner/members/:id/ownership': async ({ partnerId }) => ({
    url: `/api/partner/members/${await newMember(partnerId)}/ownership`,
  }),
  ...Object.fromEntries(
    ['accept', 'decline'].map((response) => [
      `/api/partner/invitations/:id/${response}`,
      async ({ email }: Things) => {
        const { profile } = await createPartner(portal)
        return {
          url: `/api/partner/invitations/${await newInvitation(profile.id, (await email()).recipient)}/${response}`,
        }
      },
    ]),
  ),
  'POST /api/admin/partners/:partnerId/members': ({ partnerId }) => ({
    url: `/api/admin/partners/${partnerId}/members`,
    body: { email: newAddress() },
  }),
  '/api/admin/partners/:partnerId/members/:id': async ({ partnerId }) => ({
    url: `/api/admin/partners/${partnerId}/members/${await newMember(partnerId)}`,
    body: { title: crypto.randomUUID() },
  }),
  '/api/admin/partners/:partnerId/members/:id/resend': async ({ partnerId }) => ({
    url: `/api/admin/partners/${partnerId}/members/${await newInvitation(partnerId)}/resend`,
  }),
  '/api/admin/partners/:partnerId/members/:id/ownership': async ({ partnerId }) => ({
    url: `/api/admin/partners/${partnerId}/members/${await newMember(partnerId)}/ownership`,
  }),
  '/api/admin/partners/:partnerId/remind': async (things, actor) => ({
    url: `/api/admin/partners/${(await ownOf(things, actor).document()).partnerId}/remind`,
  }),
  '/api/admin/partners/:partnerId/view': ({ partnerId }) => ({
    url: `/api/admin/partners/${partnerId}/view`,
  }),
  'POST /api/admin/partners/find': () => ({ body: { lines: ['Calle Ocho'] } }),
  'POST /api/admin/partners/export': ({ partnerId }) => ({ body: { ids: [partnerId] } }),
  'POST /api/admin/partners/bulk': ({ partnerId }) => ({
    body: { change: { kind: 'manager', managerId: null }, ids: [partnerId] },
  }),
  ...Object.fromEntries(
    ['', '/check'].map((call) => [
      `/api/admin/reminders${call}`,
      ({ partnerId }: Things) => ({ body: { about: { kind: 'open' }, ids: [partnerId] } }),
    ]),
  ),
  ...Object.fromEntries(
    ['', '/check'].map((call) => [
      `/api/admin/invitations${call}`,
      () => ({ body: invitationForm(`${crypto.randomUUID()}@example.test`) }),
    ]),
  ),
  '/api/admin/partners/:partnerId/invitation': async () => ({
    url: `/api/admin/partners/${await createInvitation(portal, (await createPartner(portal)).profile.id)}/invitation`,
    body: { setIds: [], personalLine: 'Hello' },
  }),
  '/api/admin/bulk-actions/:id': async (things, actor) => ({
    url: `/api/admin/bulk-actions/${await ownOf(things, actor).bulkAction()}`,
  }),
  'PUT /api/admin/group-managers': async () => {
    const { partnerGroup: group } = await createUser(portal, { partnerGroup: `Group ${crypto.randomUUID()}` })
    return { body: { group, managerId: null } }
  },
  '/api/admin/partners/import/check': () => csvOf(),
  '/api/admin/partners/import': () => csvOf(),
  'POST /api/admin/users': () => ({ body: { email: `${crypto.randomUUID()}@example.test` } }),
  '/api/admin/users/:userId': async (things, actor) => ({
    url: `/api/admin/users/${(await ownOf(things, actor).user()).id}`,
  }),
  'PUT /api/admin/users/:userId': async (things, actor) => ({
    url: `/api/admin/users/${(await ownOf(things, actor).user()).id}`,
    body: { firstName: 'Ann', lastName: 'Hill', email: (await ownOf(things, actor).user()).email },
  }),
  'PUT /api/admin/users/:userId/role': async (things, actor) => ({
    url: `/api/admin/users/${(await ownOf(things, actor).user()).id}/role`,
    body: { role: 'support' },
  }),
  'PUT /api/admin/users/:userId/partner-group': async (things, actor) => ({
    url: `/api/admin/users/${(await ownOf(things, actor).user()).id}/partner-group`,
    body: { partnerGroup: 'Coast' },
  }),
  '/api/admin/users/:userId/disable': async (things, actor) => ({
    url: `/api/admin/users/${(await ownOf(things, actor).user()).id}/disable`,
  }),
  '/api/admin/users/:userId/belongings': async (things, actor) => ({
    url: `/api/admin/users/${(await ownOf(things, actor).user()).id}/belongings`,
  }),
  'POST /api/admin/users/:userId/handover': async (things, actor) => {
    const { id } = await ownOf(things, actor).user()
    await createSavedReply(portal, { createdBy: id })
    const body = { toUserId: (await createUser(portal, { role: 'support' })).id }
    return { url: `/api/admin/users/${id}/handover`, body }
  },
  '/api/admin/users/:userId/erasure': async (things, actor) => ({
    url: `/api/admin/users/${(await ownOf(things, actor).user()).id}/erasure`,
  }),
  'POST /api/admin/users/:userId/erasure': async (things, actor) => ({
    url: `/api/admin/users/${(await ownOf(things, actor).user()).id}/erasure`,
    body: { email: (await ownOf(things, actor).user()).email },
  }),
  '/api/admin/partners/:partnerId/take-back-status': async ({ partnerId, otherPartner }, actor) => ({
    url: `/api/admin/partners/${actor === 'writing' ? (await otherPartner()).profile.id : partnerId}/take-back-status`,
    body: { reason: 'Confirmed by mistake' },
  }),
  '/api/admin/documents/:id/withdraw': async (things, actor) => ({
    url: `/api/admin/documents/${(await ownOf(things, actor).document()).id}/withdraw`,
    body: { reason: 'Added by mistake' },
  }),
  '/api/admin/documents/:id/scan': async (things, actor) => ({
    url: `/api/admin/documents/${(await ownOf(things, actor).paper()).id}/scan`,
    body: { scan: fileOf(await ownOf(things, actor).scan()) },
  }),
  '/api/admin/documents/:id/void': async (things, actor) => ({
    url: `/api/admin/documents/${(await ownOf(things, actor).wrong()).id}/void`,
    body: { reason: 'The wrong company is named in it' },
  }),
  '/api/admin/documents/:id/dates': async (things, actor) => ({
    url: `/api/admin/documents/${(await ownOf(things, actor).paper()).id}/dates`,
    body: { effectiveOn: '2049-01-01', endsOn: '2049-12-31' },
  }),
  '/api/admin/documents/void': async (things, actor) => ({
    body: { ids: [(await ownOf(things, actor).wrong()).id], reason: 'The wrong company' },
  }),
  '/api/admin/documents/end': async (things, actor) => ({
    body: { ids: [(await ownOf(things, actor).paper()).id], endsOn: '2049-12-31' },
  }),
  '/api/admin/documents/new-text': async (things, actor) => ({
    body: { ids: [await ownOf(things, actor).earlier()] },
  }),
  '/api/admin/documents/:id/countersign': async ({ awaiting }) => ({
    url: `/api/admin/documents/${(await awaiting()).id}/countersign`,
    body: { signerName: 'Robin Vale', signerTitle: 'Director', textSha256: (await awaiting()).textSha256 },
  }),
  '/api/admin/documents/:id/take-back': async (things, actor) => ({
    url: `/api/admin/documents/${(await ownOf(things, actor).paper()).id}/take-back`,
    body: { reason: 'The paper was not signed' },
  }),
  '/api/admin/users/:userId/enable': async (things, actor) => ({
    url: `/api/admin/users/${(await ownOf(things, actor).disabled()).id}/enable`,
  }),
  '/api/admin/users/:userId/sessions/end': ({ userId }) => ({
    url: `/api/admin/users/${userId}/sessions/end`,
  }),
  'PUT /api/admin/users/partner-group': async (things, actor) => ({
    body: { userIds: [(await ownOf(things, actor).user()).id], partnerGroup: 'Coast' },
  }),
  'POST /api/admin/users/invitations': async (things, actor) => ({
    body: { userIds: [(await ownOf(things, actor).user()).id] },
  }),
  '/api/admin/partners/:partnerId/activations': ({ partnerId }) => ({
    url: `/api/admin/partners/${partnerId}/activations`,
  }),
  '/api/admin/partners/:partnerId/tasks': ({ partnerId }) => ({
    url: `/api/admin/partners/${partnerId}/tasks`,
  }),
  'POST /api/partner/documents': async ({ open }) => ({
    body: { ...signing.venue_partnership_agreement, documentId: (await open()).id },
  }),
  'POST /api/sign-in/code': (_things, actor) => ({ body: { email: `${actor}@example.test` } }),
  '/api/verification': () => ({ url: '/api/verification?code=0000-0000-0000-0000' }),
  'POST /api/sign-in/redeem': () => ({ body: { code: 'BCDF-GHJK' } }),
  'POST /api/account/report': () => ({ body: { token: 'x'.repeat(43) } }),
  'POST /api/account/step-up/code': () => ({ body: { renew: false } }),
  'POST /api/account/step-up': () => ({ body: { code: 'BCDF-GHJK' } }),
  '/api/account/sessions/:id': () => ({ url: `/api/account/sessions/${crypto.randomUUID()}` }),
  'POST /api/sign-in/passkey': () => ({ body: { credential: assertion } }),
  'POST /api/account/passkeys': () => ({
    body: { credential: { id: 'a', clientDataJSON: 'a', attestationObject: 'a', transports: [] } },
  }),
  'PUT /api/account/passkeys/:id': async ({ passkey }) => ({
    url: `/api/account/passkeys/${(await passkey()).id}`,
    body: { name: 'My phone' },
  }),
  'DELETE /api/account/passkeys/:id': async ({ passkey }) => ({
    url: `/api/account/passkeys/${(await passkey()).id}`,
  }),
  'PUT /api/account/profile': () => ({ body: { firstName: 'Ann', lastName: 'Reed' } }),
  'PUT /api/account/browser-time-zone': () => ({ body: { timeZone: 'America/Denver' } }),
  'PUT /api/account/picture': () => ({ body: onePixel, headers: pngType }),
  'DELETE /api/account/picture': async ({ pictureUrl }) => {
    // This creates the picture to be deleted.
    await pictureUrl()
    return {}
  },
  '/api/pictures/:pictureKey': async ({ pictureUrl }) => ({ url: await pictureUrl() }),
  '/api/account/passkeys/confirm': () => ({ body: { credential: assertion } }),
  '/api/account/recovery-codes/redeem': () => ({ body: { code: '0123-4567-89AB-CDEF-GHJK-MNPQ' } }),
  '/api/admin/users/:userId/passkeys/reset': async (things, actor) => ({
    url: `/api/admin/users/${(await ownOf(things, actor).user()).id}/passkeys/reset`,
  }),
  'POST /api/partner/profile': () => ({ body: profileForm }),
  'POST /api/resources': async (things, actor) => ({
    body: { ...resourceForm, ...fileOf(await ownOf(things, actor).registered()) },
  }),
  '/api/resources/:id': async ({ resource }) => ({ url: `/api/resources/${(await resource()).id}` }),
  'PUT /api/resources/:id': async ({ resource }) => ({
    url: `/api/resources/${(await resource()).id}`,
    body: { ...resourceForm, assignedPartnerIds: [], assignedGroup: null },
  }),
  'DELETE /api/resources/:id': async (things, actor) => ({
    url: `/api/resources/${(await ownOf(things, actor).resource()).id}`,
  }),
  '/api/resources/:id/restore': async (things, actor) => ({
    url: `/api/resources/${(await ownOf(things, actor).withdrawn()).id}/restore`,
  }),
  'PUT /api/resources/:id/file': async (things, actor) => ({
    url: `/api/resources/${(await things.resource()).id}/file`,
    body: fileOf(await ownOf(things, actor).registered()),
  }),
  '/api/resources/:id/versions': async ({ resource }) => ({
    url: `/api/resources/${(await resource()).id}/versions`,
  }),
  '/api/resources/:id/download': async ({ resource }) => ({
    url: `/api/resources/${(await resource()).id}/download`,
  }),
  '/api/resources/:id/downloads': async ({ resource }) => ({
    url: `/api/resources/${(await resource()).id}/downloads`,
  }),
  '/api/resources/:id/not-downloaded': async ({ resource }) => ({
    url: `/api/resources/${(await resource()).id}/not-downloaded`,
  }),
  'POST /api/resource-folders': () => ({ body: { name: 'Summer', category: 'creative' } }),
  'PUT /api/resource-folders/:id': async ({ resource }) => ({
    url: `/api/resource-folders/${(await resource()).folderId}`,
    body: { name: 'Summer' },
  }),
  'DELETE /api/resource-folders/:id': async (things, actor) => ({
    url: `/api/resource-folders/${(await ownOf(things, actor).folder()).id}`,
  }),
  'POST /api/resource-folders/:id/audience': async (things, actor) => ({
    url: `/api/resource-folders/${(await ownOf(things, actor).fullFolder()).id}/audience`,
    body: { assignedPartnerIds: [], assignedGroup: null },
  }),
  '/api/resource-folders/:id/withdraw': async (things, actor) => ({
    url: `/api/resource-folders/${(await ownOf(things, actor).fullFolder()).id}/withdraw`,
  }),
  'POST /api/resource-folders/:id/restore': async (things, actor) => ({
    url: `/api/resource-folders/${(await ownOf(things, actor).fullFolder()).id}/restore`,
    body: { withdrawnAt: aMorning },
  }),
  '/api/resource-folders/:id/download': async ({ resource }) => ({
    url: `/api/resource-folders/${(await resource()).folderId}/download`,
  }),
  '/api/resource-folders/:id/zip': async ({ resource }) => ({
    url: `/api/resource-folders/${(await resource()).folderId}/zip`,
  }),
  'POST /api/objects/upload': () => ({ body: { fileType: 'txt', fileSize: 5 } }),
  'PUT /api/objects/upload/:id': async (things, actor) => ({
    url: `/api/objects/upload/${(await ownOf(things, actor).asked()).id}`,
    body: 'hello',
    headers: { 'content-type': 'text/plain' },
  }),
  'PUT /api/resources/upload': async (things, actor) => ({
    body: { resourceURL: `/api/objects/upload/${(await ownOf(things, actor).received()).id}` },
  }),
  '/api/chat/conversations/:conversationId': async ({ chat }) => ({
    url: `/api/chat/conversations/${(await chat()).sent.userId}`,
  }),
  'PUT /api/chat/conversations/:conversationId': async (things, actor) => ({
    url: `/api/chat/conversations/${(await ownOf(things, actor).user()).id}`,
    body: { closed: true },
  }),
  'POST /api/chat/conversations/bulk': async (things, actor) => ({
    body: { changes: [{ id: (await ownOf(things, actor).user()).id, closed: true }] },
  }),
  'PUT /api/admin/attention/:id': async ({ partnerId }) => ({
    url: `/api/admin/attention/${(await createTask(portal, { partnerId, dueDate: new Date(overdueSince) })).id}`,
    body: { kind: 'overdueTasks', since: overdueSince, mark: { until: null } },
  }),
  'PUT /api/chat/labels/:id': async (things, actor) => ({
    url: `/api/chat/labels/${(await ownOf(things, actor).chatLabel()).id}`,
    body: { name: crypto.randomUUID() },
  }),
  'DELETE /api/chat/labels/:id': async (things, actor) => ({
    url: `/api/chat/labels/${(await ownOf(things, actor).chatLabel()).id}`,
  }),
  '/api/chat/conversations/:conversationId/card': async ({ chat }) => ({
    url: `/api/chat/conversations/${(await chat()).sent.userId}/card`,
  }),
  '/api/chat/conversations/:conversationId/messages': async ({ chat }) => ({
    url: `/api/chat/conversations/${(await chat()).sent.userId}/messages`,
  }),
  '/api/chat/conversations/:conversationId/notes': async ({ chat }) => ({
    url: `/api/chat/conversations/${(await chat()).sent.userId}/notes`,
  }),
  'POST /api/chat/conversations/:conversationId/notes': async ({ chat }) => ({
    url: `/api/chat/conversations/${(await chat()).sent.userId}/notes`,
    body: { note: 'Ask the events desk first' },
  }),
  'POST /api/saved-replies': () => ({ body: { title: crypto.randomUUID(), text: 'Thank you.' } }),
  'PUT /api/saved-replies/:id': async (things, actor) => ({
    url: `/api/saved-replies/${(await ownOf(things, actor).savedReply()).id}`,
    body: { title: crypto.randomUUID(), text: 'Thank you.' },
  }),
  'DELETE /api/saved-replies/:id': async (things, actor) => ({
    url: `/api/saved-replies/${(await ownOf(things, actor).savedReply()).id}`,
  }),
  'PUT /api/office-hours': () => ({ body: { hours: null } }),
  'PUT /api/admin/reports/settings': () => ({ body: { timeZone: 'Europe/Berlin', stalledDays: 14 } }),
  'POST /api/admin/api-tokens': () => ({ body: { name: 'Contacts', scope: 'read', role: 'support' } }),
  '/api/admin/api-tokens/:id': async (things, actor) => ({
    url: `/api/admin/api-tokens/${(await ownOf(things, actor).apiToken()).id}`,
  }),
  'POST /api/admin/webhooks': () => ({
    body: { url: 'https://crm.example.com/', events: ['partner.created'] },
  }),
  '/api/admin/webhooks/:id': async (things, actor) => ({
    url: `/api/admin/webhooks/${(await ownOf(things, actor).webhook()).endpointId}`,
  }),
  '/api/admin/webhooks/:id/secret': async (things, actor) => ({
    url: `/api/admin/webhooks/${(await ownOf(things, actor).webhook()).endpointId}/secret`,
  }),
  '/api/admin/webhooks/:id/state': async (things, actor) => ({
    url: `/api/admin/webhooks/${(await ownOf(things, actor).webhook()).endpointId}/state`,
    body: { state: 'off' },
  }),
  '/api/admin/webhooks/:id/test': async (things, actor) => ({
    url: `/api/admin/webhooks/${(await ownOf(things, actor).webhook()).endpointId}/test`,
  }),
  '/api/admin/webhooks/:id/deliveries': async (things, actor) => ({
    url: `/api/admin/webhooks/${(await ownOf(things, actor).webhook()).endpointId}/deliveries`,
  }),
  '/api/admin/webhook-deliveries/:id': async (things, actor) => ({
    url: `/api/admin/webhook-deliveries/${(await ownOf(things, actor).webhook()).id}`,
  }),
  '/api/admin/webhook-deliveries/:id/send-again': async (things, actor) => ({
    url: `/api/admin/webhook-deliveries/${(await ownOf(things, actor).webhook()).id}/send-again`,
  }),
  'POST /api/notifications/seen': () => ({ body: { ids: [crypto.randomUUID()] } }),
  'PUT /api/user/email-preferences': () => ({ body: { weeklyDigests: false } }),
  'POST /api/chat/uploads': () => ({ body: { fileName: 'hello.txt', fileSize: 5 } }),
  'PUT /api/chat/uploads': async ({ chat }) => ({
    body: { resourceURL: `/api/chat/uploads/${(await chat()).received.id}` },
  }),
  'PUT /api/chat/uploads/:id': async ({ chat }) => ({
    url: `/api/chat/uploads/${(await chat()).asked.id}`,
    body: 'hello',
    headers: { 'content-type': 'text/plain' },
  }),
  '/api/chat/files/:filePath/thumbnail': async ({ chat }) => ({
    url: `/api/chat/files/${(await chat()).sent.objectKey}/thumbnail`,
  }),
  '/api/chat/files/:filePath': async ({ chat }) => ({
    url: `/api/chat/files/${(await chat()).sent.objectKey}`,
  }),
  '/objects/:filePath': async ({ resource }) => ({ url: `/objects/${(await resource()).filePath}` }),
}

/** Sends the request of a row; a row without a request has neither params nor a body. */
const sendRow = (browser: Browser, { method, url }: (typeof rows)[number], request: Request = {}) =>
  browser.send(method, request.url ?? url, request.body, request.headers)

test('the table lists the actors in order and has no empty cell', () => {
  expect(head.trim().split(/ +/)).toEqual(actors)
  for (const { method, url, statuses } of rows) {
    for (const status of Object.values(statuses)) expect(status, `${method} ${url}`).toBeGreaterThan(0)
  }
})

test('every registered route is in the table, and every row of the table is a registered route', () => {
  const registered = portal.app.declaredRoutes.flatMap(({ method, url }) =>
    [method].flat().map((name) => `${name} ${url}`),
  )
  expect(rows.map(({ method, url }) => `${method} ${url}`).sort()).toEqual([...new Set(registered)].sort())
})

describe('the access matrix', () => {
  // Reads change nothing, so all rows can share the same things. All of them are created beforehand, so that no list is empty.
  const readers = gather({ tokenName: 'Of all reads' })
  beforeAll(async () => createAll((await readers).things))
  const readsOnly = ({ method, url }: { method: string; url: string }) =>
    (method === 'GET' || method === 'HEAD') && url !== '/api/logout'

  // Uploads by staff change nothing visible until they are used, and dry runs and look-ups change nothing at all.
  const unrecorded = new Set(['/api/objects/upload', '/api/objects/upload/:id', '/api/resources/upload'])
  const changesSomething = ({ method, url, statuses }: (typeof rows)[number]) =>
    !['GET', 'HEAD'].includes(method) &&
    (statuses.onboarded === 403 || url === '/api/tasks/:id') &&
    !unrecorded.has(url) &&
    !/\/(check|find)$/.test(url)

  test('most endpoints that staff use for changes must write to the audit log', () => {
    expect(rows.filter(changesSomething).length).toBeGreaterThan(50)
  })

  // A refused user changes nothing, so rows can share the same refused users. Creating partners takes most of the time.
  const refusals = new Set([401, 403, 404])
  const gatherFor = async ({ statuses }: (typeof rows)[number]) => {
    const { browsers } = await readers
    const refused = actors.filter((actor) => refusals.has(statuses[actor] ?? 0))
    return gather({ shared: Object.fromEntries(refused.map((actor) => [actor, browsers[actor]])) })
  }

  test.each(rows)('$method $url', async (row) => {
    const { method, url, statuses } = row
    const { browsers, things } = await (readsOnly(row) ? readers : gatherFor(row))
    const answered: Record<string, number> = {}
    // Only the first member of staff is checked, because the change may already be made when the next one sends it.
    const recorded = actors.find((actor) => /^(support|admin)$/.test(actor) && (statuses[actor] ?? 400) < 400)
    // The handler of GET responds to HEAD, too, so that one actor for each status is enough.
    const asking = actors.filter((actor, index) => {
      const first = actors.findIndex((other) => statuses[other] === statuses[actor])
      return method !== 'HEAD' || index === first
    })
    for (const actor of asking) {
      // The request is created before the events are counted, since creating its data may add events.
      const request = await (requests[`${method} ${url}`] ?? requests[url])?.(things, actor)
      const eventsBefore = actor === recorded ? await portal.db.$count(auditLog) : 0
      const response = await sendRow(browsers[actor], row, request)
      answered[actor] = response.statusCode
      if (actor === recorded && changesSomething(row)) {
        const events = (await portal.db.$count(auditLog)) - eventsBefore
        expect(events, 'what staff change is in the audit log').toBeGreaterThan(0)
      }
    }
    expect(answered).toEqual(Object.fromEntries(asking.map((actor) => [actor, statuses[actor]])))
  })
})

describe('the people of the onboarded partner', () => {
  // A manager signs for the partner and owns another one. Their requests name the partner, or the other one, or none.
  const people = ['signer', 'member', 'former', 'manager', 'managerElsewhere', 'managerAnywhere'] as const

  // They request nothing here, and so can be the same for all rows.
  const bystanders = once(async () => (await gather({})).browsers)

  /** Creates a member who may sign, one who may not, one whose membership has ended, and a manager of two partners. Each has a browser. */
  const gatherPeople = async () => {
    const created = await gather({ shared: await bystanders() })
    const { partnerId } = created.things
    const [signer, member, former] = [
      await createMember(portal, { partnerId, canSign: true }),
      await createMember(portal, { partnerId }),
      await createMember(portal, { partnerId, canSign: true }),
    ]
    await portal.db.delete(partnerMembers).where(eq(partnerMembers.id, former.member.id))
    const { user: manager, profile: elsewhere } = await createPartner(portal, { status: 'completed' })
    const values = { partnerId, userId: manager.id, canSign: true, acceptedAt: new Date() }
    await portal.db.insert(partnerMembers).values(values)
    const managing = await portal.signIn(manager)
    return {
      ...created,
      browsers: {
        signer: await portal.signIn(signer.user),
        member: await portal.signIn(member.user),
        former: await portal.signIn(former.user),
        manager: managing,
        managerElsewhere: managing,
        managerAnywhere: managing,
      },
      named: {
        manager: { 'x-partner-id': partnerId },
        managerElsewhere: { 'x-partner-id': elsewhere.id },
      } as Partial<Record<(typeof people)[number], Record<string, string>>>,
    }
  }
  // A refused person changes nothing, so all rows can share them.
  const forRefusals = once(gatherPeople)
  const forReads = once(async () => {
    const created = await gatherPeople()
    await createAll(created.things)
    return created
  })

  const isRead = ({ method }: { method: string }) => method === 'GET'
  // These writes change things of the onboarded partner, and are refused to another partner.
  const isOwnWrite = ({ method, statuses }: (typeof rows)[number]) =>
    !['GET', 'HEAD'].includes(method) && Number(statuses.onboarded) < 300 && Number(statuses.other) >= 400
  const isOfAgreement = (url: string) => /^\/api\/(partner\/documents\/:id|drafts)/.test(url)
  // These belong to a person, not to the partner.
  const isPersonal = (url: string) =>
    /^\/api\/(account|chat\/uploads|objects|task-proofs\/upload|partner\/invitations)/.test(url)

  const exceptions: Record<string, Record<string, number>> = {
    // Whoever may not sign does not learn that there is an agreement.
    'POST /api/partner/documents': { member: 404 },
    // Only the person who uploaded a proof can add and remove it.
    'POST /api/tasks/:id/proofs': { signer: 400, member: 400 },
    'DELETE /api/tasks/:id/proofs/:proofId': { signer: 404, member: 404 },
    // Only the person who uploaded a photo can add and remove it.
    'POST /api/activations/:id/photos': { signer: 400, member: 400 },
    'DELETE /api/activations/:id/photos/:photoId': { signer: 404, member: 404 },
    // A member who may not sign marks what is operational as done, but cannot read evidence, and so adds none.
    'POST /api/obligations/:id/upload': { member: 403 },
    // Only those who sign send invoices.
    'POST /api/partner/invoices': { member: 403 },
    'DELETE /api/partner/invoices/:id': { member: 403 },
    // The owner manages people. A member who may not sign does not read who they are.
    'GET /api/partner/members': { member: 403 },
    ...Object.fromEntries(
      ['PUT :id', 'DELETE :id', 'POST :id/resend', 'POST :id/ownership', 'DELETE :id/ownership'].map(
        (call) => [call.replace(' ', ' /api/partner/members/'), { signer: 403, member: 403 }],
      ),
    ),
  }

  test.each(rows.filter((row) => row.url !== '/api/logout' && (isRead(row) || isOwnWrite(row))))(
    '$method $url',
    async (row) => {
      const { method, url, statuses } = row
      const other = statuses.other
      const ofPartner = isPersonal(url) ? other : statuses.onboarded
      // The calendar is that of any partner that the reader belongs to.
      const spansPartners = url === '/api/calendar'
      const ofMembers = {
        signer: ofPartner,
        member: isOfAgreement(url) ? other : ofPartner,
        former: statuses.newcomer,
        ...exceptions[`${method} ${url}`],
      }
      const expected: Record<string, number | undefined> = {
        ...ofMembers,
        manager: ofMembers.signer,
        managerElsewhere: spansPartners ? ofPartner : other,
        // A read is then for the partner that the user owns. A write, or a socket to write on, is for none.
        managerAnywhere: spansPartners ? ofPartner : isRead(row) && url !== '/ws' ? other : 409,
      }
      const answered: Record<string, number> = {}
      for (const person of people) {
        const { browsers, things, named } = await (isRead(row)
          ? forReads()
          : Number(expected[person]) < 400
            ? gatherPeople()
            : forRefusals())
        const request = await (requests[`${method} ${url}`] ?? requests[url])?.(things, 'onboarded')
        const headers = { ...request?.headers, ...named[person] }
        const response = await sendRow(browsers[person], row, { ...request, headers })
        answered[person] = response.statusCode
      }
      expect(answered).toEqual(expected)
    },
  )
})
