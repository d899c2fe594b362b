import type { Executor } from '#server/db/client.ts'
import { wrongField } from '#server/http/app-error.ts'
import { isOffered } from './data.ts'

/** @throws AppError `bad_request` for a type that partners cannot be given: none, an archived one, or one without a published text */
export const requireOffered = async (db: Executor, documentType: string) => {
  if (!(await isOffered(db, documentType))) throw wrongField('documentType', 'Choose one of the agreements')
}
