import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { auditActions } from '#contract/audit-actions.ts'
import { evidenceEventTypes } from '#contract/documents/evidence.ts'
import { notificationKinds } from '#contract/notifications/kinds.ts'
import { activityTypes } from '#contract/partners/activity.ts'
import { eventsPage, listEvents, recordedByStatements } from './list-events.ts'

const events = await listEvents()
const typesOf = (part: 'activity' | 'notify' | 'evidence') =>
  events.flatMap((event) => Object.keys(event[part] ?? {}))

test('every type of event is defined once, with everything that its consequences need', () => {
  const types = events.map(({ type }) => type)
  expect(types.filter((type, index) => types.indexOf(type) !== index)).toEqual([])
  const incomplete = events.filter(
    ({ audit, subject, evidence, documentId, activity, notify }) =>
      (audit && !subject) || (evidence && !documentId) || !(audit || evidence || activity || notify),
  )
  expect(incomplete.map(({ type }) => type)).toEqual([])
})

test('everything that the portal can record follows from an event, or is recorded by a statement', () => {
  const actions = new Set(events.flatMap(({ audit, action }) => (audit && action ? [action] : [])))
  expect(auditActions.filter((action) => !actions.has(action))).toEqual([])
  for (const [part, all] of [
    ['activity', activityTypes],
    ['notify', notificationKinds],
    ['evidence', evidenceEventTypes],
  ] as const) {
    const found = new Set(typesOf(part))
    expect(all.filter((type) => !found.has(type))).toEqual(Object.keys(recordedByStatements[part]))
  }
})

test('docs/events.md matches the events', () => {
  const page = readFileSync(new URL('../../docs/events.md', import.meta.url), 'utf8')
  expect(page, 'Write it anew by npm run docs:events').toBe(eventsPage(events))
})
