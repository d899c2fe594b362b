import type { FastifyBaseLogger } from 'fastify'
import type { Settings } from '#server/settings.ts'
import { StartError } from '#server/start-error.ts'
import type { ObjectStore } from '#server/storage/object-store.ts'
import { type Finding, right, wrong } from './check.ts'

/** Checks the bucket and its CORS rules as a start does, or the folder. */
export const checkStorage = async (
  store: ObjectStore,
  { s3, baseUrl, baseUrlGiven, dataDir }: Settings,
): Promise<Finding> => {
  const warnings: string[] = []
  const log = {
    warn: (first: unknown, second?: string) => warnings.push(second ?? String(first)),
  } as unknown as FastifyBaseLogger
  try {
    await store.bucket?.checkAtStart(baseUrlGiven ? baseUrl : undefined, log)
    if (!store.bucket) await store.check()
  } catch (error) {
    if (error instanceof StartError) return wrong(error.message)
    return wrong(`${dataDir} cannot be written to, or its disk is full`)
  }
  if (warnings.length > 0) return wrong(warnings.join('; '))
  return right(
    s3 ? `the bucket ${s3.bucket} can be used, also by browsers` : `files are in ${dataDir}/objects`,
  )
}
