import type { Executor } from '#server/db/client.ts'
import { listCertificates } from '#server/features/verification/data.ts'
import type { ObjectStore } from '#server/storage/object-store.ts'
import { checkRows } from './check-chain.ts'
import { checkFiles } from './check-files.ts'
import { checkHeads } from './check-heads.ts'
import { listIds, readEvidence } from './data.ts'

const agreementsAtOnce = 200
const firstId = '00000000-0000-0000-0000-000000000000'

export interface Report {
  agreements: number
  /** The number of agreements whose sealed PDF was checked. */
  sealed: number
  problems: { documentId: string; problem: string }[]
  /** The result of checking the daily heads over all chains. */
  heads: Awaited<ReturnType<typeof checkHeads>>
}

/**
 * Checks the chains and files of all agreements of an installation, and returns the problems.
 * @param trusted the SHA-256 of the certificates that seal agreements; by default those that the database lists
 */
export const verifyEvidence = async (
  { db, store }: { db: Executor; store: ObjectStore },
  trusted?: ReadonlySet<string>,
): Promise<Report> => {
  const certificates = trusted ?? new Set((await listCertificates(db)).map(({ sha256 }) => sha256))
  const report: Report = { agreements: 0, sealed: 0, problems: [], heads: await checkHeads(db) }
  for (let ids = await listIds(db, firstId, agreementsAtOnce); ids.length > 0; ) {
    for (const evidence of await readEvidence(db, ids)) {
      const found = [...checkRows(evidence), ...(await checkFiles(store, evidence, certificates))]
      report.problems.push(...found.map((problem) => ({ documentId: evidence.id, problem })))
      report.agreements += 1
      if (evidence.seals.some(({ sealedAt }) => sealedAt)) report.sealed += 1
    }
    ids = await listIds(db, ids.at(-1) ?? firstId, agreementsAtOnce)
  }
  return report
}
