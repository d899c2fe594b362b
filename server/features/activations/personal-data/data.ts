import { and, eq, ne, type SQL } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { oldestFirst } from '#server/db/oldest-first.ts'
import { activationComments, partnerActivations } from '#server/db/schema/activations.ts'
import { archivedName } from '#server/db/user-names.ts'
import { listAll, listEntry, pagesEntry, withoutId } from '#server/personal-data/archive.ts'
import type { PersonalData } from '#server/personal-data/personal-data.ts'
import { pick } from '#server/pick.ts'
import { activationFor, libraryAudienceOf } from '../access.ts'
import { listActivations } from '../data.ts'

/** Reads a page of comments on activations, the oldest first, without the names of others. */
const listComments = (db: Executor, userId: string, chosen: SQL | undefined) =>
  oldestFirst(
    db
      .select({
        id: activationComments.id,
        activation: partnerActivations.name,
        from: archivedName(activationComments.authorId, userId, partnerActivations.partnerId),
        comment: activationComments.body,
        createdAt: activationComments.createdAt,
      })
      .from(activationComments)
      .innerJoin(partnerActivations, eq(partnerActivations.id, activationComments.activationId)),
    pick(activationComments, 'createdAt', 'id'),
    chosen,
  )

export const activationData: PersonalData = {
  files: {
    'activations.json': 'your activations',
    'activation-comments.json': 'the comments on your activations',
  },

  async *entries({ db, user }) {
    const { partnerId } = user
    // The user's comments as a member of staff are listed by themselves, except those on activations of their own partner.
    const others = partnerId ? ne(partnerActivations.partnerId, partnerId) : undefined
    const written = listComments(db, user.id, and(eq(activationComments.authorId, user.id), others))
    yield* pagesEntry('team-activation-comments.json', written, ({ comment, createdAt }) => ({
      comment,
      writtenAt: createdAt,
    }))
    if (!partnerId) return
    const audience = libraryAudienceOf(user)
    const activations = await listAll((page) => listActivations(db, audience, partnerId, page))
    yield* listEntry(
      'activations.json',
      activations.map((each) => activationFor(user, each)),
    )
    const comments = listComments(db, user.id, eq(partnerActivations.partnerId, partnerId))
    yield* pagesEntry('activation-comments.json', comments, withoutId)
  },

  count: async (db, { partnerId }) =>
    partnerId
      ? { activations: await db.$count(partnerActivations, eq(partnerActivations.partnerId, partnerId)) }
      : {},
}
