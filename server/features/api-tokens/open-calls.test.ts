import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#test/endpoints.ts'

const lineOf = ({ method, path }: Endpoint) => `${method} ${path}`
const listed = (belongs: (endpoint: Endpoint) => boolean) => endpoints.filter(belongs).map(lineOf).sort()
const lines = (text: string) => text.trim().split(/\n\s*/)

const isRead = ({ method }: Endpoint) => method === 'GET'
const isOfStaff = ({ access }: Endpoint) => access === 'staff' || access === 'admin'

// Check each line before you add it: a token must not be able to change who has access, or what is signed.
test('every token can call these endpoints to read, if its role can', () => {
  expect(listed((each) => isRead(each) && each.byToken === true)).toEqual(
    lines(`
    GET /api/activations/:id
    GET /api/activations/:id/calendar
    GET /api/activations/:id/comments
    GET /api/activations/:id/move
    GET /api/activations/:id/obligations
    GET /api/activations/:id/recap
    GET /api/admin/activations
    GET /api/admin/agreement-types
    GET /api/admin/agreement-types/:type
    GET /api/admin/agreement-types/:type/replaced-terms
    GET /api/admin/agreement-types/:type/versions/:version
    GET /api/admin/announcements
    GET /api/admin/announcements/:id
    GET /api/admin/announcements/:id/readers
    GET /api/admin/attention
    GET /api/admin/audience
    GET /api/admin/audit-log
    GET /api/admin/audit-log/people
    GET /api/admin/documents
    GET /api/admin/documents/:id/terms
    GET /api/admin/emails
    GET /api/admin/emails/:id
    GET /api/admin/group-managers
    GET /api/admin/invoices
    GET /api/admin/obligations
    GET /api/admin/overview
    GET /api/admin/partner-groups
    GET /api/admin/partner-tags
    GET /api/admin/partners
    GET /api/admin/partners-with-user-info
    GET /api/admin/partners/:partnerId
    GET /api/admin/partners/:partnerId/activations
    GET /api/admin/partners/:partnerId/activities
    GET /api/admin/partners/:partnerId/amendments
    GET /api/admin/partners/:partnerId/documents
    GET /api/admin/partners/:partnerId/downloads
    GET /api/admin/partners/:partnerId/emails
    GET /api/admin/partners/:partnerId/files
    GET /api/admin/partners/:partnerId/invitation
    GET /api/admin/partners/:partnerId/members
    GET /api/admin/partners/:partnerId/notes
    GET /api/admin/partners/:partnerId/summary
    GET /api/admin/partners/:partnerId/tasks
    GET /api/admin/partners/:partnerId/timeline
    GET /api/admin/payments
    GET /api/admin/payments/totals
    GET /api/admin/reports/events
    GET /api/admin/reports/events/summary
    GET /api/admin/reports/settings
    GET /api/admin/reports/summary
    GET /api/admin/shared-documents
    GET /api/admin/shared-documents/:id
    GET /api/admin/shared-documents/:id/documents
    GET /api/admin/stats
    GET /api/admin/task-definitions
    GET /api/admin/task-series
    GET /api/admin/task-series/:id
    GET /api/admin/task-sets
    GET /api/admin/task-sets/:id
    GET /api/admin/task-sets/:id/audience
    GET /api/admin/task-templates
    GET /api/admin/task-templates/:id
    GET /api/admin/tasks
    GET /api/admin/users-with-partner-status
    GET /api/admin/users-without-partner-profiles
    GET /api/admin/users/:userId
    GET /api/admin/users/:userId/erasure
    GET /api/admin/views
    GET /api/admin/views/counts
    GET /api/calendar
    GET /api/chat/conversations
    GET /api/chat/conversations/:conversationId
    GET /api/chat/conversations/:conversationId/card
    GET /api/chat/conversations/:conversationId/messages
    GET /api/chat/conversations/:conversationId/notes
    GET /api/chat/labels
    GET /api/chat/team
    GET /api/chat/team/responsible
    GET /api/office-hours
    GET /api/partner/documents/:id
    GET /api/partner/documents/:id/agreement
    GET /api/partner/documents/:id/obligations
    GET /api/partner/documents/:id/text
    GET /api/partner/documents/:id/unsigned-text
    GET /api/pictures/:pictureKey
    GET /api/resource-folders
    GET /api/resource-folders/:id/zip
    GET /api/resources
    GET /api/resources/:id
    GET /api/resources/:id/downloads
    GET /api/resources/:id/not-downloaded
    GET /api/resources/:id/versions
    GET /api/saved-replies
    GET /api/search
    GET /api/tasks/:id
    GET /api/tasks/:id/calendar
    GET /objects/:filePath
    GET /openapi.json
  `),
  )
})

test('a token that can write can call these endpoints, if its role can', () => {
  expect(listed((each) => !isRead(each) && each.byToken === true)).toEqual(
    lines(`
    DELETE /api/activations/:id
    DELETE /api/admin/agreement-types/:type/draft
    DELETE /api/admin/announcements/:id
    DELETE /api/admin/partner-notes/:id
    DELETE /api/admin/partner-tags/:id
    DELETE /api/admin/task-series/:id
    DELETE /api/admin/task-sets/:id
    DELETE /api/admin/task-templates/:id
    DELETE /api/chat/labels/:id
    DELETE /api/resource-folders/:id
    DELETE /api/resources/:id
    DELETE /api/saved-replies/:id
    DELETE /api/tasks/:id
    POST /api/activations
    POST /api/activations/:id/comments
    POST /api/activations/:id/partners
    POST /api/activations/:id/plan
    POST /api/admin/agreement-types
    POST /api/admin/agreement-types/:type/archive
    POST /api/admin/agreement-types/:type/restore
    POST /api/admin/announcements
    POST /api/admin/announcements/:id/end
    POST /api/admin/documents
    POST /api/admin/documents/:id/withdraw
    POST /api/admin/documents/new-text
    POST /api/admin/emails/:id/send-again
    POST /api/admin/partner-notes/:id/restore
    POST /api/admin/partners
    POST /api/admin/partners/:partnerId/documents
    POST /api/admin/partners/:partnerId/notes
    POST /api/admin/partners/:partnerId/remind
    POST /api/admin/shared-documents/:id/withdraw
    POST /api/admin/task-series
    POST /api/admin/task-series/:id/resume
    POST /api/admin/task-series/:id/stop
    POST /api/admin/task-sets
    POST /api/admin/task-sets/:id/give
    POST /api/admin/task-templates
    POST /api/chat/conversations/:conversationId/notes
    POST /api/chat/conversations/bulk
    POST /api/objects/upload
    POST /api/resource-folders
    POST /api/resource-folders/:id/audience
    POST /api/resource-folders/:id/restore
    POST /api/resource-folders/:id/withdraw
    POST /api/resources
    POST /api/resources/:id/restore
    POST /api/saved-replies
    POST /api/tasks
    POST /api/tasks/:id/accept
    POST /api/tasks/:id/comments
    POST /api/tasks/:id/send-back
    POST /api/tasks/bulk
    POST /api/tasks/restore
    PUT /api/activations/:id
    PUT /api/activations/:id/recap
    PUT /api/admin/agreement-types/:type
    PUT /api/admin/agreement-types/:type/draft
    PUT /api/admin/announcements/:id
    PUT /api/admin/attention/:id
    PUT /api/admin/documents/:id
    PUT /api/admin/partner-notes/:id
    PUT /api/admin/partner-notes/:id/pinned
    PUT /api/admin/partner-tags/:id
    PUT /api/admin/partners/:partnerId
    PUT /api/admin/partners/:partnerId/invitation
    PUT /api/admin/partners/:partnerId/tags
    PUT /api/admin/shared-documents/:id
    PUT /api/admin/task-series/:id
    PUT /api/admin/task-sets/:id
    PUT /api/admin/task-templates/:id
    PUT /api/admin/users/:userId/partner-group
    PUT /api/admin/users/partner-group
    PUT /api/chat/conversations/:conversationId
    PUT /api/chat/labels/:id
    PUT /api/objects/upload/:id
    PUT /api/resource-folders/:id
    PUT /api/resources/:id
    PUT /api/resources/:id/file
    PUT /api/resources/upload
    PUT /api/saved-replies/:id
    PUT /api/tasks/:id
  `),
  )
})

test('no token can call these endpoints of staff', () => {
  expect(listed((each) => isOfStaff(each) && !each.byToken)).toEqual(
    lines(`
    DELETE /api/admin/api-tokens/:id
    DELETE /api/admin/bulk-actions/:id
    DELETE /api/admin/partners/:partnerId/members/:id
    DELETE /api/admin/views/:id
    DELETE /api/admin/webhooks/:id
    GET /api/account/recovery-codes
    GET /api/admin/activations/export
    GET /api/admin/agreements/export
    GET /api/admin/api-tokens
    GET /api/admin/audit-log/export
    GET /api/admin/bulk-actions
    GET /api/admin/bulk-actions/:id
    GET /api/admin/partners/export
    GET /api/admin/partners/ids
    GET /api/admin/payments/export
    GET /api/admin/reports/:report/csv
    GET /api/admin/users/:userId/belongings
    GET /api/admin/webhook-deliveries/:id
    GET /api/admin/webhooks
    GET /api/admin/webhooks/:id/deliveries
    GET /docs
    POST /api/account/recovery-codes
    POST /api/admin/agreement-types/:type/draft/publish
    POST /api/admin/api-tokens
    POST /api/admin/audience/check
    POST /api/admin/documents/:id/countersign
    POST /api/admin/documents/:id/scan
    POST /api/admin/documents/:id/take-back
    POST /api/admin/documents/:id/void
    POST /api/admin/documents/end
    POST /api/admin/documents/void
    POST /api/admin/invitations
    POST /api/admin/invitations/check
    POST /api/admin/partners/:partnerId/amendments
    POST /api/admin/partners/:partnerId/members
    POST /api/admin/partners/:partnerId/members/:id/ownership
    POST /api/admin/partners/:partnerId/members/:id/resend
    POST /api/admin/partners/:partnerId/take-back-status
    POST /api/admin/partners/:partnerId/view
    POST /api/admin/partners/bulk
    POST /api/admin/partners/export
    POST /api/admin/partners/find
    POST /api/admin/partners/import
    POST /api/admin/partners/import/check
    POST /api/admin/payments
    POST /api/admin/payments/:id/reversal
    POST /api/admin/reminders
    POST /api/admin/reminders/check
    POST /api/admin/users
    POST /api/admin/users/:userId/disable
    POST /api/admin/users/:userId/enable
    POST /api/admin/users/:userId/erasure
    POST /api/admin/users/:userId/handover
    POST /api/admin/users/:userId/passkeys/reset
    POST /api/admin/users/:userId/sessions/end
    POST /api/admin/users/invitations
    POST /api/admin/views
    POST /api/admin/views/:id/check
    POST /api/admin/webhook-deliveries/:id/send-again
    POST /api/admin/webhooks
    POST /api/admin/webhooks/:id/secret
    POST /api/admin/webhooks/:id/test
    PUT /api/admin/documents/:id/dates
    PUT /api/admin/documents/:id/terms
    PUT /api/admin/group-managers
    PUT /api/admin/invoices/:id
    PUT /api/admin/partners/:partnerId/members/:id
    PUT /api/admin/reports/settings
    PUT /api/admin/users/:userId
    PUT /api/admin/users/:userId/role
    PUT /api/admin/views/:id
    PUT /api/admin/webhooks/:id/state
    PUT /api/office-hours
    PUT /api/partner/documents/:id
  `),
  )
})

test('no token can call an endpoint that asks for a confirmation, or one that is open to anyone', () => {
  expect(
    listed(({ byToken, stepUp, access }) => byToken === true && (Boolean(stepUp) || access === 'anyone')),
  ).toEqual([])
})
