import type { z } from 'zod'
import { closedForLabels, isOneOf, moneyKinds } from '#contract/obligations/kinds.ts'
import type { UpdateObligation } from '#contract/obligations/obligations.ts'
import type { AnswerTerms, TermName } from '#contract/obligations/terms.ts'
import { isStaff } from '#contract/users/roles.ts'
import type { Database, Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { actorOf } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { changedFields } from '#server/features/audit-log/changed-fields.ts'
import {
  claimRegisteredFile,
  getRegisteredFile,
  releaseFiles,
  requestUpload,
} from '#server/features/files/actions.ts'
import { mayNotSign } from '#server/http/access.ts'
import { AppError, forbidden, notFound, orNotFound } from '#server/http/app-error.ts'
import { requireUnchanged } from '#server/http/edit-conflict.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { canReadObligation } from './access.ts'
import * as data from './data.ts'
import { obligationDone, obligationReopened, obligationWaived, termsAnswered } from './events.ts'
import { followAgreement, followPayments } from './follow/actions.ts'
import {
  getAgreement,
  getAnswers,
  getSignedTerms,
  lockAgreement,
  lockPaid,
  updateObligation,
} from './follow/data.ts'

const events = { done: obligationDone, waived: obligationWaived, open: obligationReopened }

/**
 * Marks an obligation as done, waived or open.
 * @throws AppError `not_found`; `forbidden` for what the other side owes, for waiving by partners, and for evidence of members who may not
 * sign; `conflict` when it has changed, for payments, which are done once they are paid, and for what the portal has closed; `bad_request`
 * when the file is not the caller's to use
 */
export const changeObligation = async (
  deps: Pick<Deps, 'db' | 'store'>,
  user: SignedInUser,
  id: string,
  { status, note, filePath, updatedAt }: z.output<typeof UpdateObligation>,
) => {
  const found = orNotFound(await data.getObligation(deps.db, id))
  requireAllowed(user, found, { status, filePath })
  const isNewFile = Boolean(filePath) && filePath !== found.filePath
  // Staff upload to the library, as everywhere.
  const purpose = isStaff(user.role) ? 'library' : 'proof'
  const file = isNewFile && filePath ? await getRegisteredFile(deps, user, { filePath }, purpose) : null
  return deps.db.transaction(async (tx) => {
    if (isOneOf(moneyKinds, found.kind)) await lockPaid(tx, found.documentId)
    const former = orNotFound(await data.lockObligation(tx, id))
    requireAllowed(user, former, { status, filePath })
    requireUnchanged(former, updatedAt)
    // An empty note of a member who may not sign removes nothing: they do not see the note.
    const newNote = mayNotSign(user) ? note || former.note : note
    const isFileKept = filePath === undefined || filePath === former.filePath
    if (file) await claimRegisteredFile(tx, file)
    if (!isFileKept && former.filePath) await releaseFiles(tx, [former.filePath])
    await updateObligation(tx, id, {
      status,
      note: newNote,
      decidedAt: new Date(),
      decidedBy: actorOf(user).id,
      ...(!isFileKept && {
        filePath: file?.objectKey ?? null,
        fileName: file?.fileName ?? null,
        fileType: file?.fileType ?? null,
        fileSize: file?.fileSize ?? null,
        fileSha256: file?.sha256 ?? null,
      }),
    })
    // What is no longer waived may have been paid meanwhile.
    if (isOneOf(moneyKinds, former.kind)) await followPayments(tx, former.documentId)
    const obligation = orNotFound(await data.getObligation(tx, id))
    if (status !== former.status || newNote !== former.note || !isFileKept) {
      await record(tx, events[status], actorOf(user), {
        obligation,
        before: { status: former.status, note: former.note, file: former.fileName },
        after: { status, note: newNote, file: obligation.fileName },
      })
    }
    return obligation
  })
}

/**
 * Returns the address for uploading evidence of what a partner owes.
 * @throws AppError as `changeObligation`; `too_large`
 */
export const requestEvidenceUpload = async (
  deps: Pick<Deps, 'db' | 'store'>,
  user: SignedInUser,
  id: string,
  file: { fileName: string; fileSize: number },
) => {
  const obligation = orNotFound(await data.getObligation(deps.db, id))
  requireAllowed(user, obligation, { status: 'open', filePath: 'new' })
  return requestUpload(deps, user, file, 'proof')
}

type Found = NonNullable<Awaited<ReturnType<typeof data.getObligation>>>

const requireAllowed = (
  user: SignedInUser,
  obligation: Found,
  { status, filePath }: Pick<z.output<typeof UpdateObligation>, 'status' | 'filePath'>,
) => {
  if (!canReadObligation(user, obligation)) throw notFound()
  if (!isStaff(user.role)) {
    if (status === 'waived' || obligation.status === 'waived') throw forbidden()
    if (obligation.owedBy === 'company') throw forbidden()
    // Removing evidence is refused too: these members do not see what they would remove.
    if (filePath !== undefined && mayNotSign(user)) throw forbidden()
  }
  if (obligation.closedFor) {
    throw new AppError('conflict', `This is closed: ${closedForLabels[obligation.closedFor]}.`)
  }
  if (!isOneOf(moneyKinds, obligation.kind)) return
  if (status === 'done') {
    throw new AppError('conflict', 'A payment is done once it is paid. Record the payment instead.')
  }
  if (obligation.status === 'done') {
    throw new AppError('conflict', 'This is paid. Reverse the payment instead.')
  }
}

/**
 * Returns the terms of a signed agreement that staff are asked about, and what they have answered.
 * @throws AppError `not_found`
 */
export const getTermQuestions = async (db: Executor, id: string) => {
  const agreement = orNotFound(await getAgreement(db, id))
  const { asked = [], answers = {}, updatedAt = null } = (await getAnswers(db, id)) ?? {}
  const { values } = await getSignedTerms(db, agreement)
  const withTexts = (names: string[]) =>
    names.map((name) => ({ name: name as TermName, text: values[name] ?? '' }))
  return { asked: withTexts(asked), answered: withTexts(Object.keys(answers)), answers, updatedAt }
}

/**
 * Stores what terms of a signed agreement mean, and follows them.
 * @throws AppError `not_found`; `conflict` when the answers have changed, and for an agreement that is not in force
 */
export const answerTerms = (
  db: Database,
  user: SignedInUser,
  id: string,
  { updatedAt, ...given }: z.output<typeof AnswerTerms>,
) =>
  db.transaction(async (tx) => {
    const agreement = orNotFound(await lockAgreement(tx, id))
    if (agreement.status !== 'signed' || agreement.voidedAt) {
      throw new AppError('conflict', 'This agreement is not in force.')
    }
    const stored = await getAnswers(tx, id)
    if (stored) requireUnchanged(stored, updatedAt)
    const former = stored?.answers ?? {}
    await followAgreement(tx, id, given)
    const changes = changedFields(former, given)
    if (changes) await record(tx, termsAnswered, actorOf(user), { agreement, ...changes })
    return getTermQuestions(tx, id)
  })
