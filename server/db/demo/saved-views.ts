import { savedViews } from '#server/db/schema/saved-views.ts'
import { demoGroups } from './partners.ts'
import type { DemoDeps, Team } from './people.ts'

const [coast] = demoGroups

/** Creates the saved views of the demo: those of the team, and one of Sam's own. */
export const createViews = async ({ db }: Pick<DemoDeps, 'db'>, { sam, ada }: Team) => {
  const shared = { isShared: true, sort: '-created' as const, ownerId: ada.id }
  await db.insert(savedViews).values([
    { ...shared, name: `${coast}, not signed`, filter: { group: coast, signed: 'no_nda' } },
    { ...shared, name: 'Invited, never signed in', filter: { access: 'invited' } },
    { ...shared, name: 'Overdue tasks', filter: { tasks: 'overdue' }, sort: 'contact' },
    {
      ...shared,
      name: 'Mine, quiet for a month',
      isShared: false,
      ownerId: sam.id,
      filter: { manager: sam.id, quiet: '30' },
      columns: 'group.manager.contact.seen',
    },
  ])
}
