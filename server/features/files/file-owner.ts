import type { FileType } from '#contract/files/file-types.ts'
import type { QuarantinedFile } from '#contract/files/quarantined-files.ts'
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

/** A feature that files belong to. It decides who may read them: it finds only its own files, and only those that the user may read. */
export interface FileOwner {
  /** Whether users can open its files before they have completed onboarding. */
  isForNewcomers?: boolean
  findFile(user: SignedInUser, filePath: string): Promise<StoredFile | undefined>
  /** Set if the feature records who reads its files. */
  reads?: {
    /** Records that the user reads the file from its start, once a minute. */
    record(user: SignedInUser, filePath: string): Promise<void>
    /** Whether the user has begun to read the file within the last hour, so that what they read now is the rest of it. */
    areRecorded(user: SignedInUser, filePath: string): Promise<boolean>
  }
  /** Finds a version of a file by the id of the version. */
  findVersion?(user: SignedInUser, filePath: string, versionId: string): Promise<StoredFile | undefined>
  /** Lists the quarantined files that this user may read once the virus scanner has found them clean. */
  listQuarantined(user: SignedInUser): Promise<QuarantinedFile[]>
}
