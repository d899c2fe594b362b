import { sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import type { Settings } from '#server/settings.ts'
import type { ObjectStore } from '#server/storage/object-store.ts'
import { users } from '../schema/users.ts'
import { createActivations } from './activations.ts'
import { createAgreements } from './agreements.ts'
import { createAnnouncements } from './announcements.ts'
import { createChanges } from './changes.ts'
import { createConversations } from './chat.ts'
import { createEventPlans } from './event-plans.ts'
import { createJournal } from './journal.ts'
import { returnToDemo } from './leave-demo.ts'
import { addLibrary, createDownloads } from './library.ts'
import { createMembers } from './members.ts'
import { createNotes } from './notes.ts'
import { createNotifications } from './notifications.ts'
import { createObligations } from './obligations.ts'
import { createPeople } from './people.ts'
import { createRecaps } from './recaps.ts'
import { createReminders } from './reminders.ts'
import { createViews } from './saved-views.ts'
import { createTaskDefinitions } from './task-definitions.ts'
import { createTaskPlans } from './task-plans.ts'
import { createTasks } from './tasks.ts'

/**
 * Fills an empty database with sample data like that of a portal that has been in use for months. If there are users already, it only
 * fills the library if that is empty, and enables the accounts that a start without the demo disabled. It can therefore run at every
 * start without overwriting later changes.
 */
export const addDemoData = async (db: Executor, settings: Settings, store: ObjectStore) => {
  const [anyone] = await db.select({ id: users.id }).from(users).limit(1)
  if (anyone) {
    await returnToDemo(db)
    return addLibrary(db, store)
  }

  const deps = { db, settings, store, journal: createJournal() }
  const { team, partners } = await createPeople(deps)
  await createAgreements(deps, partners)
  await createTasks(deps, partners)
  await createTaskDefinitions(deps, partners, team)
  await createTaskPlans(deps, partners, team)
  await createConversations(deps, partners, team)
  // New members have read the conversation up to their joining.
  await createMembers(deps, partners)
  await addLibrary(db, store)
  await createAnnouncements(deps, partners, team)
  await createActivations(deps, partners)
  await createEventPlans(deps, partners, team)
  await createObligations(deps, partners)
  await createRecaps(deps, partners)
  await createDownloads(deps, partners, team)
  await createReminders(deps, partners)
  await createNotes(deps, partners, team)
  await createViews(deps, team)
  createChanges(deps, partners)
  await deps.journal.write(db)
  await createNotifications(deps)
  // The rows have been dated back, so the entries are made again from them.
  await db.execute(sql`select recount_reports()`)
}
