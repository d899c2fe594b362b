import type { Executor } from '#server/db/client.ts'
import { lockProfiles } from '#server/features/partners/profile/data.ts'
import { notFound, wrongField } from '#server/http/app-error.ts'
import { getDocuments } from './data.ts'

const lockAll = async (tx: Executor, ids: string[]) => {
  const partnerIds = (await getDocuments(tx, ids)).map(({ partnerId }) => partnerId)
  const profiles = new Map((await lockProfiles(tx, partnerIds)).map((profile) => [profile.id, profile]))
  const documents = await getDocuments(tx, ids)
  return documents.flatMap((document) => {
    const profile = profiles.get(document.partnerId)
    return profile ? [{ profile, document }] : []
  })
}

/** An agreement with the profile of its partner. */
export type LockedDocument = Awaited<ReturnType<typeof lockAll>>[number]

/** Returns an agreement and its profile, and locks the profile until the transaction ends, as signing does. @throws AppError `not_found` */
export const lockDocument = async (tx: Executor, id: string) => {
  const [found] = await lockAll(tx, [id])
  if (!found) throw notFound()
  return found
}

/** Like `lockDocument`, for several agreements. @throws AppError `bad_request` when one does not exist */
export const lockDocuments = async (tx: Executor, ids: string[]) => {
  const found = await lockAll(tx, ids)
  if (found.length < ids.length) {
    throw wrongField('ids', 'A selected agreement no longer exists. Reload and select again.')
  }
  return found
}
