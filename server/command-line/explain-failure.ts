import { causesOf } from '#server/db/outage.ts'
import { StartError } from '#server/start-error.ts'

interface FileError extends Error {
  code?: unknown
  path?: string
  dest?: string
}

const reasons: Record<string, string> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'it is inside a file, not a folder',
  EISDIR: 'it is a folder',
  EACCES: 'this account may not do that',
  EPERM: 'this account may not do that',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EPIPE: 'the program that reads it has closed it',
}

const explainFile = ({ code, path, dest }: FileError) => {
  const reason = typeof code === 'string' ? reasons[code] : undefined
  return reason && `${dest ?? path ?? 'The output'} cannot be used: ${reason}.`
}

/** Explains in one line for the operator why a command failed. Leaves out the statement of a database error. */
export const explainFailure = (error: unknown): string => {
  if (error instanceof StartError) return error.message
  const causes = [...causesOf(error)]
  for (const cause of causes) {
    const explained = cause instanceof StartError ? cause.message : explainFile(cause)
    if (explained) return explained
  }
  return (causes.at(-1)?.message ?? String(error)).split('\n', 1)[0] ?? ''
}
