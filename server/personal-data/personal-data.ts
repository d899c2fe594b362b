import type { ErasureInventory } from '#contract/users/erasure.ts'
import type { Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import type { ZipEntry } from '#server/features/files/zip.ts'
import type { SignedInUser } from '#server/sessions/data.ts'

/** The archive with everything that is stored about a user, for the user to download. */
export interface Archive extends Pick<Deps, 'db' | 'store' | 'settings'> {
  user: SignedInUser
  /** The names of the files that are left out, because the scanner has not cleared them. */
  held: string[]
}

/** A user whose data is erased. */
export interface Erased {
  id: string
  email: string
  partnerId: string | null
}

/** A feature's part in the archive and the erasure of a user. Rows that refer to the user by a cascading foreign key need no code. */
export interface PersonalData {
  /** Descriptions of the feature's files in the archive, by name. The first file of the archive lists them. */
  files?: Record<string, string>
  /** Reads the feature's entries of the archive: the user's own data, and nothing of anyone else. */
  entries?: (archive: Archive) => AsyncIterable<ZipEntry>
  /** Counts the items that an admin sees before they erase the user. */
  count?: (db: Executor, erased: Erased) => Promise<Partial<ErasureInventory>>
  /** Lists the files to be deleted, by their keys in the store. */
  listFiles?: (db: Executor, erased: Erased) => Promise<string[]>
  /** Deletes rows that no foreign key leads to. */
  erase?: (tx: Executor, erased: Erased) => Promise<unknown>
  /** Empties the rows that remain when the user's row has to remain, because kept rows refer to the user. */
  anonymize?: (tx: Executor, erased: Erased) => Promise<unknown>
}

/** The address of an erased user. Nobody can receive email there: RFC 2606 reserves the domain. */
export const erasedEmail = (userId: string) => `erased-${userId}@erased.invalid`
