import { checkTimestamp } from '#packages/sealed-pdf/timestamp.ts'
import type { Executor } from '#server/db/client.ts'
import { firstHash } from '#server/domain-events/chain/event-hash.ts'
import { chainsAsOf, headHash, listHeads } from '../heads/data.ts'

type StoredHead = Awaited<ReturnType<typeof listHeads>>[number]

/** Checks the daily heads over all chains. Returns their number, the problems, and the hashes of the heads without problems. */
export const checkHeads = async (db: Executor) => {
  const heads = await listHeads(db)
  const problems: string[] = []
  const fitting = new Set<string>()
  let previousSha256 = firstHash
  for (const stored of heads) {
    const found = await headProblems(db, stored, previousSha256)
    problems.push(...found.map((problem) => `The head of ${stored.head.day}: ${problem}`))
    if (found.length === 0) fitting.add(stored.head.sha256)
    previousSha256 = stored.head.sha256
  }
  return { count: heads.length, problems, fitting }
}

const headProblems = async (db: Executor, { head, timestamp }: StoredHead, previousSha256: string) => {
  const problems: string[] = []
  if (headHash(head) !== head.sha256) problems.push('it has been changed')
  if (head.previousSha256 !== previousSha256) problems.push('the head before it is a different one')
  const { chains, chainsSha256 } = await chainsAsOf(db, head.position)
  if (chains !== head.chains || chainsSha256 !== head.chainsSha256) {
    problems.push('it does not match the chains as of that day')
  }
  if (timestamp && !(await isTimestampOf(timestamp, head.sha256))) {
    problems.push('its timestamp is for something else')
  }
  return problems
}

const isTimestampOf = async ({ token, at }: NonNullable<StoredHead['timestamp']>, sha256: string) => {
  try {
    const stamped = await checkTimestamp(new Uint8Array(token), Buffer.from(sha256, 'hex'))
    return stamped.at.getTime() === at.getTime()
  } catch {
    return false
  }
}
