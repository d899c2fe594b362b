import type { FileType } from '#contract/files/file-types.ts'
import { thumbnailStateOf } from '#server/features/files/thumbnail-state.ts'
import { nameFor } from '#server/http/team-name.ts'
import type { SignedInUser } from '#server/sessions/data.ts'

interface Authored {
  authorId: string | null
  authorName: string | null
  isOfPartner: boolean
}

/** Returns a comment or an event with the author's name that the reader sees. */
export const authoredFor = <C extends Authored>(
  reader: SignedInUser,
  { authorId: _id, authorName: name, isOfPartner, ...shown }: C,
) => ({ ...shown, author: nameFor(reader, { name, isOfPartner }) })

export const proofFor = <P extends Authored & { fileType: FileType; thumbnailSize: number | null }>(
  reader: SignedInUser,
  { thumbnailSize, ...proof }: P,
) => ({
  ...authoredFor(reader, proof),
  isOwn: proof.authorId === reader.id,
  thumbnail: thumbnailStateOf(proof.fileType, thumbnailSize),
})
