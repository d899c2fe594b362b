import { randomUUID } from 'node:crypto'
import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { partnerActivations } from '#server/db/schema/activations.ts'
import { activationPhotos, activationRecaps } from '#server/db/schema/recaps.ts'
import { photoAdded, recapSubmitted } from '#server/features/recaps/events.ts'
import { drawSample, readSample, storeSample } from './files.ts'
import { after } from './moments.ts'
import type { DemoDeps, Partner } from './people.ts'

const words = [
  [
    'The screening corner was busy from the first minute, and the talk at two filled every chair.\n\nThe sign-up table right at the entrance made the difference.',
    'A second tablet at the sign-up table would shorten the line after the talk.',
  ],
  ['Neighbors stayed for the walk and brought friends along.', null],
  ['A calm day with good conversations. Many asked when we come again.', 'More shade on the terrace.'],
] as const

const photos = ['event-hall.jpg', 'event-terrace.jpg', 'event-talk.jpg']
// The pictures have this size.
const size = { width: 1200, height: 900 }

/** Creates recaps of past events, of Paula's with photos. Her latest event has none yet, and neither has that of every fourth partner. */
export const createRecaps = async (deps: DemoDeps, partners: Partner[]) => {
  for (const partner of partners) {
    const past = await deps.db
      .select()
      .from(partnerActivations)
      .where(
        and(
          eq(partnerActivations.partnerId, partner.id),
          lt(sql`coalesce(${partnerActivations.endsAt}, ${partnerActivations.activationDate})`, sql`now()`),
        ),
      )
      .orderBy(desc(partnerActivations.activationDate))
    const isPaula = partner.email === 'partner@demo.test'
    for (const [row, event] of past.entries()) {
      const isLatest = row === 0
      if (isLatest && (isPaula || partner.index % 4 === 1)) continue
      if (sentAt(event) > new Date()) continue
      await createRecap(deps, partner, event, row)
      if (isPaula && row === 1) await createPhotos(deps, partner, event)
    }
  }
}

type Event = typeof partnerActivations.$inferSelect

const sentAt = ({ activationDate, endsAt }: Event) => after(endsAt ?? activationDate, 22)

const createRecap = async ({ db, journal }: DemoDeps, partner: Partner, event: Event, row: number) => {
  const guests = 148 - row * 27 + ((partner.index * 13) % 40)
  const signUps = Math.round(guests * (0.24 - row * 0.03))
  const [wentWell, improve] = words[(partner.index + row + 2) % words.length] ?? words[0]
  const submittedAt = sentAt(event)
  await db
    .update(partnerActivations)
    .set({ expectedGuests: 120, expectedSignUps: 30, updatedAt: event.updatedAt })
    .where(eq(partnerActivations.id, event.id))
  await db.insert(activationRecaps).values({
    ...{ activationId: event.id, guests, signUps, wentWell, improve },
    ...{
      screenings: Math.round(guests / 4),
      leads: Math.round(signUps / 3),
      costCents: 118_000 + guests * 250,
    },
    ...(row === 1 && { staffNote: 'Worth repeating in spring, with one more person at the table.' }),
    ...{ submittedAt, submittedBy: partner.user.id, updatedAt: submittedAt },
  })
  journal.record(submittedAt, recapSubmitted, partner.user, { activation: event, after: { guests, signUps } })
}

const createPhotos = async ({ db, store, journal }: DemoDeps, { user }: Partner, event: Event) => {
  const createdAt = after(sentAt(event), -0.1)
  for (const [index, fileName] of photos.entries()) {
    const bytes = await readSample('pictures', fileName)
    const thumbnail = await drawSample(bytes, 'jpg')
    const file = await storeSample(store, bytes, { fileName, fileType: 'jpg' }, thumbnail)
    await db.insert(activationPhotos).values({
      ...{ activationId: event.id, clientId: randomUUID(), uploadedBy: user.id, ...size },
      ...{ filePath: file.objectKey, fileSize: file.fileSize, fileSha256: file.sha256 },
      thumbnailSize: thumbnail?.length ?? 0,
      createdAt: after(createdAt, index / 100),
    })
  }
  journal.record(createdAt, photoAdded, user, { activation: event })
}
