import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { announcementReads, announcementResources, announcements } from '#server/db/schema/announcements.ts'
import { resourceFiles } from '#server/db/schema/resources.ts'
import { announcementCreated } from '#server/features/announcements/events.ts'
import { insertMany } from './insert-many.ts'
import { after, noonIn, onWorkday } from './moments.ts'
import { type DemoGroup, demoGroups } from './partners.ts'
import type { DemoDeps, Partner, Team } from './people.ts'

interface DemoAnnouncement {
  title: string
  body: string
  group: DemoGroup | null
  /** The title of a file of the library that comes with it. */
  file?: string
  /** The number of days before today; negative for a day to come. */
  published: number
  ended?: number
}

const [coast] = demoGroups

const demoAnnouncements: DemoAnnouncement[] = [
  {
    title: 'Marketing support is closed over Thanksgiving',
    body:
      "We're away from Thursday to Sunday and will answer messages on Monday morning.\n\n" +
      'If your event falls on these days, write to us by Tuesday so that everything is in place: posters, screens and the people on site.\n\n' +
      'New materials for December are already in Resources. Here is the guide: https://partners.example.com/december',
    group: null,
    file: 'Set-up guide',
    published: 2,
  },
  {
    title: 'Photo day on the coast',
    body: 'Our photographer is visiting Gulf Coast venues next week. Reply in the chat if you would like to take part.',
    group: coast,
    published: 6,
    ended: -9,
  },
  {
    title: 'The January challenge begins',
    body: 'Posters, posts and the schedule for January are in Resources. Start sharing them this week.',
    group: null,
    published: -8,
  },
  {
    title: 'A new look for our posters',
    body: 'Starting this month, all posters have the new logo. Please take down the old ones by Friday.',
    group: null,
    published: 40,
    ended: 12,
  },
]

// The partner account on the demo's sign-in page should have something unread.
const isTheirOwn = (partner: Partner) => partner.user.email === 'partner@demo.test'

/** Creates announcements in every state. Most partners who have signed in since have read them. */
export const createAnnouncements = async ({ db, journal }: DemoDeps, partners: Partner[], team: Team) => {
  for (const { title, body, group, file, published, ended } of demoAnnouncements) {
    const id = randomUUID()
    const isPublished = published > 0
    const publishAt = isPublished ? onWorkday(published, '9:00') : noonIn(-published)
    const endsAt = ended === undefined ? null : noonIn(-ended)
    const createdAt = isPublished ? publishAt : onWorkday(1, '15:30')
    const fields = { title, body, publishAt, endsAt }
    await db.insert(announcements).values({
      ...fields,
      id,
      assignedGroup: group,
      notifiedAt: isPublished ? publishAt : null,
      createdBy: team.renee.id,
      createdAt,
      updatedAt: createdAt,
    })
    if (file) {
      await db.execute(sql`
        insert into ${announcementResources} (announcement_id, resource_id)
        select ${id}::uuid, id from ${resourceFiles} where title = ${file}`)
    }
    journal.record(createdAt, announcementCreated, team.renee, {
      announcement: { id, title },
      after: { ...fields, ...(group && { assignedGroup: group }) },
    })
    if (!isPublished) continue
    const members = partners.filter(
      (partner) => partner.steps.length > 1 && (!group || partner.group === group),
    )
    const reads = members.flatMap((partner) => {
      const visit = partner.user.signIns.find((signIn) => signIn > publishAt)
      if (!visit || (endsAt && visit > endsAt) || isTheirOwn(partner)) return []
      const readAt = after(visit, 1 / 60)
      return [
        {
          announcementId: id,
          userId: partner.user.id,
          readAt,
          dismissedAt: partner.index % 3 ? readAt : null,
        },
      ]
    })
    await insertMany(db, announcementReads, reads)
  }
}
