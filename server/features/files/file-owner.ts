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
  /** For files of which it is recorded who reads them. */
  reads?: {
    /** Records a read from the start, once a minute. */
    record(user: SignedInUser, filePath: string): Promise<void>
    /** Whether the user has begun to read the file within the last hour, so that what they read now is the rest of it. */
    areRecorded(user: SignedInUser, filePath: string): Promise<boolean>
  }
  /** The id of a version of the file. */
  findVersion?(user: SignedInUser, filePath: string, versionId: string): Promise<StoredFile | undefined>
  /** Files that this user may read once the virus scanner has found them clean. */
  listHeld(user: SignedInUser): Promise<HeldFile[]>
}
