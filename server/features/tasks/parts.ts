import type { FileType } from '#contract/files/file-types.ts'
import type { UpdateTask } from '#contract/tasks.ts'
import type { Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { lockTeamMemberForShare } from '#server/features/chat/inbox/data.ts'
import { getRegisteredFile, type RegisteredFile } from '#server/features/files/actions.ts'
import type { StoredFile } from '#server/features/files/file-owner.ts'
import { wrongField } from '#server/http/app-error.ts'
import type { SignedInUser } from '#server/sessions/data.ts'

/** Checks the owner of a task. @throws AppError `bad_request` when the owner is not on the team */
export const requireOwner = async (tx: Executor, id: string) => {
  if (!(await lockTeamMemberForShare(tx, id))) {
    throw wrongField('ownerId', 'This staff member no longer exists.')
  }
}

/** Replaces the ids of the owner and the assignee with their current names, which the audit log records. */
export const withNames = (
  { ownerId, assigneeId, ...fields }: Record<string, unknown>,
  { owner, assignee }: { owner: { name: string } | null; assignee?: { name: string } | null },
) => ({
  ...fields,
  ...(ownerId !== undefined && { owner: owner?.name ?? null }),
  ...(assigneeId !== undefined && { assignee: assignee?.name ?? null }),
})

/** Returns the file that the form names, or null when the task already has it. */
export const newFile = async (
  deps: Pick<Deps, 'db' | 'store'>,
  user: SignedInUser,
  { filePath, fileType, fileSize }: Pick<UpdateTask, 'filePath' | 'fileType' | 'fileSize'>,
  former: string | null,
) => {
  if (!filePath || filePath === former) return null
  return getRegisteredFile(deps, user, { filePath, fileType, fileSize })
}

export const fileColumns = (file: RegisteredFile | null) => ({
  filePath: file?.objectKey ?? null,
  fileName: file?.fileName ?? null,
  fileType: file?.fileType ?? null,
  fileSize: file?.fileSize ?? null,
  fileSha256: file?.sha256 ?? null,
})

interface NamedFile {
  taskName: string
  fileType: FileType | null
  fileSize: number | null
  fileSha256: string | null
}

/** Returns the file of a row. The database makes sure that a row with a file has all of its columns. */
export const storedFile = (objectKey: string, row: NamedFile): StoredFile => {
  const { taskName: title, fileType, fileSize, fileSha256: sha256 } = row
  if (fileType === null || fileSize === null || sha256 === null) throw new Error('a task names half a file')
  return { title, objectKey, fileType, fileSize, sha256, thumbnailSize: null }
}
