import { randomUUID } from 'node:crypto'
import { mentionOf } from '#contract/mentions.ts'
import type { NoteKind } from '#contract/partners/note-kinds.ts'
import { partnerNotes, partnerProfileTags, partnerTags } from '../schema/partner-notes.ts'
import { insertMany } from './insert-many.ts'
import { onWorkday } from './moments.ts'
import type { DemoDeps, Partner, Team } from './people.ts'
import type { TeamName } from './team.ts'

/** The tags of partners by their names. */
const tags = {
  'Key account': ['Bayfront Conservatory', 'The Pavilion at Orange Beach', 'Pulse Cycle Studio'],
  'Renews soon': ['Bayfront Conservatory', 'Delgado Rooftop Gardens'],
  'Outdoor space': ['The Pavilion at Orange Beach', 'Delgado Rooftop Gardens', 'Sunset Wellness Center'],
  'Needs help': ['Price Family Fitness', 'Harbor Lofts', 'Langley Health Club'],
}

type Note = [businessName: string, kind: NoteKind, by: TeamName, days: number, text: string, isPinned?: true]

/** What staff wrote about partners, with `@` before the names of colleagues. */
const notes: Note[] = [
  [
    'Bayfront Conservatory',
    'meeting',
    'sam',
    125,
    'Walked the hall with Paula. The west door opens to the loading dock.',
  ],
  [
    'Bayfront Conservatory',
    'note',
    'ada',
    60,
    'Paula reads messages in the morning. Call after 10 for anything urgent.',
    true,
  ],
  [
    'Bayfront Conservatory',
    'call',
    'sam',
    26,
    'Went through the second contract. She agrees to the guest count, and wants the setup time an hour earlier.',
  ],
  [
    'Bayfront Conservatory',
    'note',
    'renee',
    9,
    '@sam The lounge poster at the entrance is last season’s. Ask for a photo once the new one hangs?',
  ],
  [
    'Bayfront Conservatory',
    'call',
    'sam',
    3,
    'The contract ends soon. Paula wants to renew for the summer, with two dates in July.',
  ],
  [
    'The Pavilion at Orange Beach',
    'meeting',
    'jordan',
    47,
    'Marcus showed the new terrace: room for 80, no power yet.',
  ],
  [
    'Pulse Cycle Studio',
    'call',
    'renee',
    12,
    'Hannah plans a second studio in Austin. @ada worth a visit in spring.',
  ],
  ['Price Family Fitness', 'call', 'jordan', 4, 'Left a voicemail about the two agreements.'],
  ['Price Family Fitness', 'note', 'jordan', 2, '@renee Owen answers texts faster than calls. Can you try?'],
  ['Harbor Lofts', 'call', 'sam', 6, 'Chloe waits for her lawyer before she signs the contract.'],
  [
    'Weiss Occupational Health',
    'note',
    'ada',
    1,
    'Declined because of the cancellation terms. @sam offered 30 days; draft follows.',
    true,
  ],
  ['Langley Health Club', 'call', 'sam', 3, 'Peter has questions about the deposit. Sent him the overview.'],
]

/** Adds tags to partners, and the notes of staff about them. */
export const createNotes = async ({ db }: DemoDeps, partners: Partner[], team: Team) => {
  const idOf = (businessName: string) =>
    partners.find((partner) => partner.businessName === businessName)?.id ?? ''
  const named = Object.entries(tags).map(([name, members]) => ({ id: randomUUID(), name, members }))
  await insertMany(
    db,
    partnerTags,
    named.map(({ id, name }) => ({ id, name })),
  )
  await insertMany(
    db,
    partnerProfileTags,
    named.flatMap(({ id, members }) => members.map((name) => ({ partnerId: idOf(name), tagId: id }))),
  )
  await insertMany(
    db,
    partnerNotes,
    notes.map(([businessName, kind, by, days, text, isPinned = false], index) => {
      const happenedAt = onWorkday(days, `${9 + (index % 7)}:${10 + index}`)
      return {
        id: randomUUID(),
        partnerId: idOf(businessName),
        authorId: team[by].id,
        kind,
        body: text.replace(/@(\w+)/g, (_, name: TeamName) => mentionOf(team[name].id)),
        isPinned,
        happenedAt,
        createdAt: happenedAt,
        updatedAt: happenedAt,
      }
    }),
  )
}
