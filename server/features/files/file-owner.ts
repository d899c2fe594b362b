import type { FileType } from '#contract/files/file-types.ts'
import type { HeldFile } from '#contract/files/held-files.ts'
import type { SignedInUser } from '#server/sessions/data.ts'

/** The data needed to send a file. */
export interface StoredFile {
  title: string
  objectKey: string
  fileType: FileType
  fileSize: number
  sha256: string
  thumbnailSize: number | null
}

/** A feature that files belong to. It decides who may read them; undefined for a file that is not its own, or not for this user. */
export interface FileOwner {
  /** Its files open before onboarding is completed, too. */
  isForNewcomers?: boolean
  findFile(user: SignedInUser, filePath: string): Promise<StoredFile | undefined>
  /** Records that someone reads the file. */
  recordRead?(user: SignedInUser, filePath: string): Promise<void>
  /** The id of a version of the file. */
  findVersion?(user: SignedInUser, filePath: string, versionId: string): Promise<StoredFile | undefined>
  /** Files that this user may read once the virus scanner has found them clean. */
  listHeld(user: SignedInUser): Promise<HeldFile[]>
}
