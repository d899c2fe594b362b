import { pick } from '#server/pick.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { canRemovePhoto } from '../access.ts'
import type { PhotoRow } from '../data.ts'

/** Returns a photo as a user sees it. */
export const photoFor = (user: SignedInUser, photo: PhotoRow) => ({
  ...pick(photo, 'id', 'clientId', 'filePath', 'fileSize', 'width', 'height', 'createdAt'),
  isRemovable: canRemovePhoto(user, photo),
})
