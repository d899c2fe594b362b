import { randomUUID } from 'node:crypto'
import { inArray } from 'drizzle-orm'
import type { StateCode } from '#contract/partners/us-states.ts'
import { partnerActivations } from '#server/db/schema/activations.ts'
import { activationResources, resourceFiles } from '#server/db/schema/resources.ts'
import { activationCreated } from '#server/features/activations/events.ts'
import { insertMany } from './insert-many.ts'
import { after, noonIn, onWorkday } from './moments.ts'
import type { DemoDeps, Partner } from './people.ts'

interface ActivationContent {
  name: string
  /** The number of hours before noon at which the activation starts. */
  hoursEarlier?: number
  hours?: number
  place?: string
  description?: string
  arrival?: string
  /** The titles of library files that the activation needs. */
  materials?: string[]
}

const weekend: ActivationContent = {
  name: 'Winter Wellness Weekend',
  hoursEarlier: 2,
  hours: 30,
  place: 'Main hall and terrace',
  description:
    'Two days with a welcome table, a screening corner and short talks on the hour.\n\nPlease have the banners up by 9:00 AM on the first day. We bring the tables, the tablets and two people.',
  arrival:
    'Loading dock B is open from 7:00 AM.\nPark behind the building; the first row is kept for the crew.',
  materials: ['Set-up guide', 'Shift plan', 'Shoreline route'],
}
const fair: ActivationContent = {
  name: 'Community Health Fair',
  hoursEarlier: 3,
  hours: 7,
  place: 'Front entrance',
  description: 'Neighbors drop in throughout the day. The schedule shows who is at the table when.',
  materials: ['Open day schedule', 'Invitation letter'],
}
const sunrise: ActivationContent = {
  name: 'Sunrise Screening Day',
  hoursEarlier: 5,
  hours: 4,
  place: 'Lobby',
}
const house: ActivationContent = { name: 'Autumn Open House' }
const talk: ActivationContent = {
  name: 'Lunch-hour heart talk',
  hours: 1,
  place: 'Seminar room',
  description: 'Thirty minutes of talk, thirty minutes of questions. Bring the sign-up cards.',
  materials: ['How we talk to guests', 'Invitation letter'],
}
const walk: ActivationContent = {
  name: 'Morning walk and screening',
  hoursEarlier: 4,
  hours: 3,
  place: 'Meet at the main entrance',
  materials: ['Shoreline route', 'Risk assessment form'],
}
/** It has begun yesterday and ends tomorrow, so that its page for the day is of use whenever the demo is looked at. */
const days: ActivationContent = {
  name: 'Harbor Health Days',
  hoursEarlier: 2,
  hours: 56,
  place: 'Pier hall, entrance by the clock',
  description: 'Three days of short screenings beside the market. Two of us are there from nine to six.',
  arrival: 'Unload at the east gate until 9:00 AM.\nPark on deck 2; say that you are with the health days.',
  materials: ['Shift plan'],
}
const contents = [fair, sunrise, talk, weekend, walk, house]

const zones: Partial<Record<StateCode, string>> = {
  CA: 'America/Los_Angeles',
  FL: 'America/New_York',
  GA: 'America/New_York',
  NY: 'America/New_York',
}

interface DemoActivation extends ActivationContent {
  in_: number
}

const paulas: DemoActivation[] = [
  { ...weekend, in_: 24 },
  { ...fair, in_: 9 },
  { ...days, in_: -1 },
  { ...sunrise, in_: -11 },
  { ...house, in_: -40 },
  { ...walk, in_: -67 },
]

/** Returns an activation about every three weeks since the contract, and the next one or two. */
const activationsOf = (partner: Partner): DemoActivation[] => {
  const { email, index, steps } = partner
  const [, , , contract] = steps
  if (contract === undefined) return []
  if (email === 'partner@demo.test') return paulas
  const soonest = 3 + ((index * 7) % 19)
  const days = [soonest + 21, soonest, soonest - 23, soonest - 45, soonest - 68]
  return days
    .filter((in_) => in_ > 7 - contract && in_ > -80 && (in_ < 24 || index % 2 === 0))
    .map((in_, row) => ({ ...(contents[(index + row) % contents.length] as ActivationContent), in_ }))
}

const contactsOf = ({ caretaker, fullName }: Partner) => [
  {
    name: [caretaker.firstName, caretaker.lastName].join(' '),
    role: 'Partner team',
    phone: '+1 555 010 0123',
  },
  { name: fullName, role: 'On site', phone: '+1 555 010 0177' },
]

/** Creates the activations of all partners, and links the library files that they need. */
export const createActivations = async ({ db, journal }: DemoDeps, partners: Partner[]) => {
  const all = partners.flatMap((partner) =>
    activationsOf(partner).map((activation) => ({ ...activation, partner, id: randomUUID() })),
  )
  const rows = all.map(({ partner, id, ...activation }) => {
    const {
      name,
      in_,
      hoursEarlier = 0,
      hours,
      place = null,
      description = null,
      arrival = null,
    } = activation
    const activationDate = after(noonIn(in_), -hoursEarlier)
    const endsAt = hours === undefined ? null : after(activationDate, hours)
    const created = Math.max(28 - in_, 2 + partner.index / 10)
    const createdAt = onWorkday(Math.floor(created), `${10 + (partner.index % 6)}:50`)
    journal.record(createdAt, activationCreated, partner.caretaker, {
      activation: { id, name, partnerId: partner.id },
      after: { name, place },
    })
    return {
      id,
      partnerId: partner.id,
      createdBy: partner.caretaker.id,
      name,
      activationDate,
      endsAt,
      timeZone: zones[partner.state] ?? 'America/Chicago',
      place,
      description,
      arrival,
      stage: (endsAt ?? activationDate) < new Date() ? ('done' as const) : ('planned' as const),
      contacts: contactsOf(partner),
      createdAt,
      updatedAt: createdAt,
    }
  })
  await insertMany(db, partnerActivations, rows)

  const titles = contents.flatMap(({ materials = [] }) => materials)
  const files = await db
    .select({ id: resourceFiles.id, title: resourceFiles.title })
    .from(resourceFiles)
    .where(inArray(resourceFiles.title, titles))
  const idOf = new Map(files.map(({ id, title }) => [title, id]))
  const pairs = all.flatMap(({ id, materials = [] }) =>
    materials.flatMap((title) => ({ activationId: id, resourceId: idOf.get(title) ?? '' })),
  )
  await db.insert(activationResources).values(pairs.filter(({ resourceId }) => resourceId))
}
