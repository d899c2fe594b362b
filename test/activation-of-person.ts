import { activationComments } from '#server/db/schema/activations.ts'
import type { TestApp } from './app.ts'
import { createActivation } from './factories.ts'
import { addRecap } from './recaps.ts'

/**
 * Adds a coming event with comments to a partner, and a past one with a recap and a photo. All texts contain a word.
 * @returns the path of the photo
 */
export const addActivation = async (
  portal: TestApp,
  { partnerId, userId, colleagueId }: Record<'partnerId' | 'userId' | 'colleagueId', string>,
  word: string,
) => {
  const { id: activationId } = await createActivation(portal, {
    partnerId,
    name: `${word} weekend`,
    endsAt: new Date('2049-04-18T14:00:00Z'),
    timeZone: 'America/Chicago',
    place: `${word} Hall`,
    description: `Ask for ${word}`,
    createdBy: userId,
  })
  await portal.db.insert(activationComments).values([
    { activationId, authorId: userId, body: `${word} comes` },
    { activationId, authorId: colleagueId, body: `See you, ${word}` },
  ])
  return addRecap(portal, { partnerId, userId }, word)
}
