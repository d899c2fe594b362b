import type * as passkeys from './account/passkeys.ts'
import type * as personalData from './account/personal-data.ts'
import type * as profile from './account/profile.ts'
import type * as recoveryCodes from './account/recovery-codes.ts'
import type * as sessions from './account/sessions.ts'
import type * as stepUp from './account/step-up.ts'
import type * as activationComments from './activation-comments.ts'
import type * as activationDay from './activation-day.ts'
import type * as activationList from './activation-list.ts'
import type * as activationPlans from './activation-plans.ts'
import type * as activations from './activations.ts'
import type * as agreementTypes from './agreement-types.ts'
import type * as announcements from './announcements.ts'
import type * as apiReference from './api-reference.ts'
import type * as apiTokens from './api-tokens.ts'
import type * as attention from './attention.ts'
import type * as audience from './audience.ts'
import type * as audienceReach from './audience-reach.ts'
import type * as auditLog from './audit-log.ts'
import type * as calendar from './calendar.ts'
import type * as files from './chat/files.ts'
import type * as frames from './chat/frames.ts'
import type * as inbox from './chat/inbox.ts'
import type * as chatLabels from './chat/labels.ts'
import type * as notes from './chat/notes.ts'
import type * as officeHours from './chat/office-hours.ts'
import type * as partnerCard from './chat/partner-card.ts'
import type * as savedReplies from './chat/saved-replies.ts'
import type * as agreementExport from './documents/agreement-export.ts'
import type * as amendments from './documents/amendments.ts'
import type * as countersigning from './documents/countersigning.ts'
import type * as documentList from './documents/document-list.ts'
import type * as documents from './documents/documents.ts'
import type * as life from './documents/life.ts'
import type * as reading from './documents/reading.ts'
import type * as replacedTerms from './documents/replaced-terms.ts'
import type * as sharedDocuments from './documents/shared-documents.ts'
import type * as texts from './documents/texts.ts'
import type * as drafts from './drafts.ts'
import type * as emails from './emails.ts'
import type { Endpoint } from './endpoint.ts'
import type * as events from './events.ts'
import type * as filesFiles from './files/files.ts'
import type * as quarantinedFiles from './files/quarantined-files.ts'
import type * as handover from './handover.ts'
import type * as invitations from './invitations.ts'
import type * as notifications from './notifications/notifications.ts'
import type * as preferences from './notifications/preferences.ts'
import type * as unsubscribe from './notifications/unsubscribe.ts'
import type * as obligations from './obligations/obligations.ts'
import type * as obligationTerms from './obligations/terms.ts'
import type * as overview from './overview.ts'
import type * as activity from './partners/activity.ts'
import type * as partnersBulk from './partners/bulk.ts'
import type * as importing from './partners/import.ts'
import type * as partnersInvitations from './partners/invitations.ts'
import type * as members from './partners/members.ts'
import type * as partnerNotes from './partners/notes.ts'
import type * as onboarding from './partners/onboarding.ts'
import type * as partnersManager from './partners/partner-manager.ts'
import type * as partners from './partners/partners.ts'
import type * as partnersProfile from './partners/profile.ts'
import type * as record from './partners/record.ts'
import type * as reminders from './partners/reminders.ts'
import type * as tags from './partners/tags.ts'
import type * as timeline from './partners/timeline.ts'
import type * as invoices from './payments/invoices.ts'
import type * as payments from './payments/payments.ts'
import type * as recaps from './recaps.ts'
import type * as reports from './reports.ts'
import type * as folders from './resources/folders.ts'
import type * as forPartner from './resources/for-partner.ts'
import type * as resources from './resources/resources.ts'
import type * as search from './search.ts'
import type * as impersonation from './session/impersonation.ts'
import type * as session from './session/session.ts'
import type * as signIn from './sign-in.ts'
import type * as staffTasks from './staff-tasks.ts'
import type * as taskDefinitions from './task-definitions.ts'
import type * as series from './task-plans/series.ts'
import type * as sets from './task-plans/sets.ts'
import type * as templates from './task-plans/templates.ts'
import type * as taskWork from './task-work.ts'
import type * as tasks from './tasks.ts'
import type * as erasure from './users/erasure.ts'
import type * as users from './users/users.ts'
import type * as verification from './verification.ts'
import type * as views from './views.ts'
import type * as webhooks from './webhooks/webhooks.ts'

type EndpointIn<M> = Extract<M[keyof M], Endpoint>

type AnyEndpoint =
  | EndpointIn<typeof passkeys>
  | EndpointIn<typeof personalData>
  | EndpointIn<typeof profile>
  | EndpointIn<typeof recoveryCodes>
  | EndpointIn<typeof sessions>
  | EndpointIn<typeof stepUp>
  | EndpointIn<typeof activationDay>
  | EndpointIn<typeof activationComments>
  | EndpointIn<typeof activationList>
  | EndpointIn<typeof activationPlans>
  | EndpointIn<typeof activations>
  | EndpointIn<typeof agreementTypes>
  | EndpointIn<typeof announcements>
  | EndpointIn<typeof apiReference>
  | EndpointIn<typeof apiTokens>
  | EndpointIn<typeof attention>
  | EndpointIn<typeof audience>
  | EndpointIn<typeof audienceReach>
  | EndpointIn<typeof auditLog>
  | EndpointIn<typeof calendar>
  | EndpointIn<typeof files>
  | EndpointIn<typeof frames>
  | EndpointIn<typeof inbox>
  | EndpointIn<typeof chatLabels>
  | EndpointIn<typeof notes>
  | EndpointIn<typeof officeHours>
  | EndpointIn<typeof partnerCard>
  | EndpointIn<typeof savedReplies>
  | EndpointIn<typeof agreementExport>
  | EndpointIn<typeof amendments>
  | EndpointIn<typeof countersigning>
  | EndpointIn<typeof documentList>
  | EndpointIn<typeof documents>
  | EndpointIn<typeof life>
  | EndpointIn<typeof reading>
  | EndpointIn<typeof replacedTerms>
  | EndpointIn<typeof sharedDocuments>
  | EndpointIn<typeof texts>
  | EndpointIn<typeof drafts>
  | EndpointIn<typeof emails>
  | EndpointIn<typeof events>
  | EndpointIn<typeof filesFiles>
  | EndpointIn<typeof quarantinedFiles>
  | EndpointIn<typeof handover>
  | EndpointIn<typeof invitations>
  | EndpointIn<typeof notifications>
  | EndpointIn<typeof preferences>
  | EndpointIn<typeof unsubscribe>
  | EndpointIn<typeof obligations>
  | EndpointIn<typeof obligationTerms>
  | EndpointIn<typeof overview>
  | EndpointIn<typeof invoices>
  | EndpointIn<typeof payments>
  | EndpointIn<typeof recaps>
  | EndpointIn<typeof reports>
  | EndpointIn<typeof activity>
  | EndpointIn<typeof importing>
  | EndpointIn<typeof onboarding>
  | EndpointIn<typeof partners>
  | EndpointIn<typeof partnersProfile>
  | EndpointIn<typeof partnersInvitations>
  | EndpointIn<typeof partnersBulk>
  | EndpointIn<typeof partnersManager>
  | EndpointIn<typeof reminders>
  | EndpointIn<typeof members>
  | EndpointIn<typeof record>
  | EndpointIn<typeof tags>
  | EndpointIn<typeof partnerNotes>
  | EndpointIn<typeof timeline>
  | EndpointIn<typeof folders>
  | EndpointIn<typeof forPartner>
  | EndpointIn<typeof resources>
  | EndpointIn<typeof search>
  | EndpointIn<typeof impersonation>
  | EndpointIn<typeof session>
  | EndpointIn<typeof signIn>
  | EndpointIn<typeof staffTasks>
  | EndpointIn<typeof taskDefinitions>
  | EndpointIn<typeof series>
  | EndpointIn<typeof sets>
  | EndpointIn<typeof templates>
  | EndpointIn<typeof taskWork>
  | EndpointIn<typeof tasks>
  | EndpointIn<typeof erasure>
  | EndpointIn<typeof users>
  | EndpointIn<typeof verification>
  | EndpointIn<typeof views>
  | EndpointIn<typeof webhooks>

/**
 * Every endpoint by its method and path, such as `GET /api/tasks`. The client names endpoints this way: the compiler knows what each one
 * takes and returns, and no browser loads the schemas of a call.
 */
export type Endpoints = { [E in AnyEndpoint as `${E['method']} ${E['path']}`]: E }

/** The method and the path of an endpoint. */
export type Call = keyof Endpoints

/** The path of an endpoint, with its params as `:id`. */
export type Path = Endpoints[Call]['path']

type Prefix<P extends string, Before extends string = ''> = P extends `${infer Part}/${infer Rest}`
  ? `${Before}${Part}/` | Prefix<Rest, `${Before}${Part}/`>
  : `${Before}${P}`

type Filled<P extends string> = P extends `${infer Before}:${infer Param}`
  ? Param extends `${string}/${infer After}`
    ? `${Before}${string}/${Filled<After>}`
    : `${Before}${string}`
  : P

/** The address of an endpoint with its params filled in, or the beginning of a path, up to a slash; several endpoints may be below it. */
export type PathPrefix = Prefix<Path> | Filled<Path>

/** The path of an endpoint that is read with GET. */
export type ReadPath = { [P in Path]: `GET ${P}` extends Call ? P : never }[Path]
