import type { ErasureInventory } from '#contract/users/erasure.ts'
import type { Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import type { ZipEntry } from '#server/features/files/zip.ts'
import type { SignedInUser } from '#server/sessions/data.ts'

/** The archive of all that is stored of a user, which they download. */
export interface Archive extends Pick<Deps, 'db' | 'store' | 'settings'> {
  user: SignedInUser
  /** The names of the files that are left out, because they have not been found free of viruses. */
  held: string[]
}

/** A user whose data is erased. */
export interface Erased {
  id: string
  email: string
  partnerId: string | null
}

/** What a feature stores of a user. The rows that go with theirs by a foreign key go by themselves. */
export interface PersonalData {
  /** Descriptions of its files in the archive, by their names. The first file of the archive shows them in these lines. */
  files?: Record<string, string>
  /** Reads the entries of the archive: what is theirs, and nothing of anyone else. */
  entries?: (archive: Archive) => AsyncIterable<ZipEntry>
  /** Counts what an admin sees before they erase it. */
  count?: (db: Executor, erased: Erased) => Promise<Partial<ErasureInventory>>
  /** Lists the files that go, by their names in the store. */
  listFiles?: (db: Executor, erased: Erased) => Promise<string[]>
  /** Deletes what no foreign key leads to. */
  erase?: (tx: Executor, erased: Erased) => Promise<unknown>
  /** Empties what stays where the row of the user stays, because something that is kept refers to it. */
  anonymize?: (tx: Executor, erased: Erased) => Promise<unknown>
}

/** The address of an erased user. Nobody can receive email there: RFC 2606 reserves the domain. */
export const erasedEmail = (userId: string) => `erased-${userId}@erased.invalid`
