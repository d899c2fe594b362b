import { isStaff } from '#contract/users/roles.ts'
import type { Database } from '#server/db/client.ts'
import { canReadActivation } from '#server/features/activations/access.ts'
import type { FileOwner } from '#server/features/files/file-owner.ts'
import { getPhotoFile, listQuarantinedPhotos } from './data.ts'

/** Owns the photos of activations, which all people of the partner and staff may see. */
export const recapFileOwner = (db: Database): FileOwner => ({
  findFile: async (user, filePath) => {
    const photo = await getPhotoFile(db, filePath)
    return photo && canReadActivation(user, photo) ? photo : undefined
  },
  listQuarantined: async ({ role, partnerId }) => {
    if (isStaff(role)) return listQuarantinedPhotos(db, null)
    return partnerId ? listQuarantinedPhotos(db, partnerId) : []
  },
})
