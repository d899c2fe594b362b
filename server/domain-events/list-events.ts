import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { auditActionLabels } from '#contract/audit-actions.ts'
import { type EvidenceEventType, evidenceEventLabels } from '#contract/documents/evidence.ts'
import {
  type NotificationKind,
  notificationEvents,
  notificationKinds,
} from '#contract/notifications/kinds.ts'
import { type ActivityType, activityTypeLabels } from '#contract/partners/activity.ts'
import type { DomainEvent } from './event.ts'

const root = join(import.meta.dirname, '../..')

const isEvent = (value: unknown): value is DomainEvent<unknown> =>
  typeof value === 'object' && value !== null && 'type' in value && 'action' in value

/** Reads the events of all features, by their types: every export of the files named `events.ts`. */
export const listEvents = async () => {
  const found: DomainEvent<unknown>[] = []
  for await (const file of glob('server/features/**/events.ts', { cwd: root })) {
    found.push(...Object.values(await import(join(root, file))).filter(isEvent))
  }
  return found.sort((one, other) => (one.type < other.type ? -1 : 1))
}

const named = <Name extends string>(
  table: Partial<Record<Name, unknown>> | undefined,
  labels: Record<Name, string>,
) => (Object.keys(table ?? {}) as Name[]).map((name) => labels[name]).join(', ') || '—'

const kindLabels = Object.fromEntries(
  notificationKinds.map((kind) => [kind, notificationEvents[kind].label]),
) as Record<NotificationKind, string>

/** Types that are recorded without `record`: by one statement over many rows, by a job that looks for due rows, or by the database. */
export const recordedByStatements = {
  activity: {
    first_signed_in: 'found out and recorded by one statement at each sign-in',
  } satisfies Partial<Record<ActivityType, string>>,
  notify: {
    task_reminder: 'a job looks for tasks that are due soon',
    task_overdue: 'a job looks for tasks that are overdue',
    obligation_due: 'a job looks for what falls due',
    recap_due: 'a job looks for events that ended the day before',
  } satisfies Partial<Record<NotificationKind, string>>,
  evidence: {
    created: 'the first event of each chain',
    withdrawn: 'the last event of the chain of a deleted agreement, by a trigger',
  } satisfies Partial<Record<EvidenceEventType, string>>,
}

const statementLines = [
  ...Object.entries(recordedByStatements.activity).map(
    ([type, why]) => `- Activity “${activityTypeLabels[type as ActivityType]}”: ${why}.`,
  ),
  ...Object.entries(recordedByStatements.notify).map(
    ([kind, why]) => `- Bell and email “${kindLabels[kind as NotificationKind]}”: ${why}.`,
  ),
  ...Object.entries(recordedByStatements.evidence).map(
    ([type, why]) => `- Evidence “${evidenceEventLabels[type as EvidenceEventType]}”: ${why}.`,
  ),
]

/** Returns the page docs/events.md: a table of the consequences of each event. */
export const eventsPage = (events: DomainEvent<unknown>[]) =>
  [
    '# Events',
    '',
    'What happens in the portal, and what follows from it. `npm run docs:events` writes this page from the `events.ts` of the features; `npm test` says when it',
    'is out of date. How an event is defined and recorded: [adding things](adding-things.md#something-that-happens).',
    '',
    "The audit log has what anyone did, or only what staff did: what partners do to their own things is in their activity. Bells and emails follow each reader's",
    'switches. Open pages and webhooks do not follow from events but from the rows that change ([0013](decisions/0013-invalidations.md),',
    '[0043](decisions/0043-webhooks.md)), since they also cover changes that are not events, such as what was read.',
    '',
    "| event | the partner's activity | audit log | bell and email | evidence |",
    '| --- | --- | --- | --- | --- |',
    ...events.map(({ type, activity, audit, action, notify, evidence }) => {
      const logged = audit && action ? `${auditActionLabels[action]} (${audit})` : '—'
      const columns = [
        `\`${type}\``,
        named(activity, activityTypeLabels),
        logged,
        named(notify, kindLabels),
        named(evidence, evidenceEventLabels),
      ]
      return `| ${columns.join(' | ')} |`
    }),
    '',
    'Tasks, agreements and files for many partners are given, changed and taken back by statements over all their rows, which record the same lines and notices.',
    'Apart from those, this is recorded without an event:',
    '',
    ...statementLines,
    '',
  ].join('\n')
