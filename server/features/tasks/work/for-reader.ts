import type { FileType } from '#contract/files/file-types.ts'
import { isStaff } from '#contract/users/roles.ts'
import { thumbnailStateOf } from '#server/features/files/thumbnail-state.ts'
import type { SignedInUser } from '#server/sessions/data.ts'

const teamName = 'Partner team'

/** The reader of a task, and the user whose task it is. */
export interface Reader {
  user: SignedInUser
  partnerUserId: string
}

interface Authored {
  authorId: string | null
  authorName: string | null
}

/** Returns the name of an author. For partners, every author but their own user is the team. */
const authorFor = ({ user, partnerUserId }: Reader, { authorId, authorName }: Authored) =>
  isStaff(user.role) || authorId === partnerUserId ? authorName : teamName

/** Returns a comment or an event with the author's name that the reader sees. */
export const authoredFor = <C extends Authored>(reader: Reader, comment: C) => {
  const { authorId: _id, authorName: _name, ...shown } = comment
  return { ...shown, author: authorFor(reader, comment) }
}

export const proofFor = <P extends Authored & { fileType: FileType; thumbnailSize: number | null }>(
  reader: Reader,
  proof: P,
) => {
  const { authorId, authorName: _name, thumbnailSize, ...shown } = proof
  return {
    ...shown,
    author: authorFor(reader, proof),
    isOwn: authorId === reader.user.id,
    thumbnail: thumbnailStateOf(proof.fileType, thumbnailSize),
  }
}
