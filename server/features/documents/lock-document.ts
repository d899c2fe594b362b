import type { Executor } from '#server/db/client.ts'
import { lockProfile } from '#server/features/partners/profile/data.ts'
import { orNotFound } from '#server/http/app-error.ts'
import { getDocument } from './data.ts'

/** Returns an agreement and its profile, and locks the profile until the transaction ends, as signing does. @throws AppError `not_found` */
export const lockDocument = async (tx: Executor, id: string) => {
  const { partnerId } = orNotFound(await getDocument(tx, id))
  const profile = orNotFound(await lockProfile(tx, partnerId))
  return { profile, document: orNotFound(await getDocument(tx, id)) }
}
