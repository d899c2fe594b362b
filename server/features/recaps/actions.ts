import type { SaveRecap } from '#contract/recaps.ts'
import { isStaff } from '#contract/users/roles.ts'
import type { Database, Executor } from '#server/db/client.ts'
import type { Fields } from '#server/domain-events/event.ts'
import { record } from '#server/domain-events/record.ts'
import { changedFields } from '#server/features/audit-log/changed-fields.ts'
import { AppError, wrongField } from '#server/http/app-error.ts'
import { requireUnchanged } from '#server/http/edit-conflict.ts'
import { pick } from '#server/pick.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { companyFields, requireHeld, requireReadable } from './access.ts'
import * as data from './data.ts'
import { recapChanged, recapSubmitted } from './events.ts'
import { photoFor } from './photos/photo-for.ts'

const empty = {
  answers: [] as data.RecapRow['answers'],
  ...{ guests: null, signUps: null, wentWell: null, improve: null },
  ...{ screenings: null, leads: null, costCents: null, currency: 'USD', staffNote: null },
  ...{ submittedAt: null, updatedAt: null },
}
/** Returns the questions of the plan with their answers, and what was answered to questions that it had before. */
const answersOf = (questions: string[], answers: data.RecapRow['answers']) => {
  const asked = questions.map((question) => ({
    question,
    answer: answers.find((each) => each.question === question)?.answer ?? null,
  }))
  return [...asked, ...answers.filter(({ question }) => !questions.includes(question))]
}

const hidden = { screenings: null, leads: null, costCents: null, currency: null, staffNote: null }

/** Reads what came of an activation, as a user may see it. @throws AppError `not_found` */
export const getRecap = async (db: Executor, user: SignedInUser, id: string) => {
  const found = requireReadable(user, await data.getEvent(db, id))
  const { partnerId, stage: _stage, expectedGuests, expectedSignUps, questions, id: _id, ...event } = found
  const [recap = empty, former = null, photos] = await Promise.all([
    data.getRecap(db, id),
    data.getFormer(db, found),
    data.listPhotos(db, id),
  ])
  return {
    id,
    partnerId,
    event,
    ...pick(recap, 'guests', 'signUps', 'wentWell', 'improve', 'submittedAt', 'updatedAt'),
    answers: answersOf(questions, recap.answers),
    ...(isStaff(user.role) ? pick(recap, ...companyFields) : hidden),
    expected: { guests: expectedGuests, signUps: expectedSignUps },
    former,
    photos: photos.map((photo) => photoFor(user, photo)),
  }
}

/** Returns fields for the audit log, which has each answer in a line with its question. */
const loggedFields = (fields: Fields) => ({
  ...fields,
  ...(Array.isArray(fields.answers) && {
    answers: fields.answers.map(({ question, answer }) => `${question} ${answer}`),
  }),
})

const isCompanyField = (name: string) => companyFields.some((each) => each === name)

/**
 * Writes what came of an activation. It is sent as soon as it has guests and sign-ups, which partners have to enter.
 * @throws AppError `not_found`; `bad_request` for fields of the company from partners, and for a partner's recap without its numbers;
 * `conflict` before the event begins, for a canceled one, and when the recap has changed since the editor read it
 */
export const saveRecap = (
  db: Database,
  user: SignedInUser,
  id: string,
  { updatedAt: expectedUpdatedAt, answers, ...given }: SaveRecap,
) =>
  db.transaction(async (tx) => {
    const activation = requireHeld(user, await data.lockEvent(tx, id))
    const former = await data.getRecap(tx, id)
    if (!isStaff(user.role)) {
      const hiddenField = Object.keys(given).find(isCompanyField)
      if (hiddenField) throw wrongField(hiddenField, 'Only the company enters this')
    }
    const change = { ...given, ...(answers && { answers: checkedAnswers(activation, former, answers) }) }
    if (former) requireUnchanged(former, expectedUpdatedAt === null ? new Date(0) : expectedUpdatedAt)
    const { submittedAt, guests, signUps } = { ...empty, ...former, ...change }
    if (!isStaff(user.role) && guests === null) throw wrongField('guests', 'Enter how many guests came')
    if (!isStaff(user.role) && signUps === null) throw wrongField('signUps', 'Enter how many signed up')
    const changes = changedFields(former ?? empty, change)
    if (changes) {
      const isSent = submittedAt === null && guests !== null && signUps !== null
      await data.saveRecap(tx, {
        activationId: id,
        ...change,
        ...(isSent && { submittedAt: new Date(), submittedBy: user.id }),
      })
      const isInternal = Object.keys(changes.after).every(isCompanyField)
      await record(tx, isSent ? recapSubmitted : recapChanged, user, {
        ...{ activation, isInternal },
        ...{ before: loggedFields(changes.before), after: loggedFields(changes.after) },
      })
    }
    return getRecap(tx, user, id)
  })

/** Returns the answers that are not empty. @throws AppError `bad_request` for an answer to what nobody asks */
const checkedAnswers = (
  { questions }: { questions: string[] },
  former: data.RecapRow | undefined,
  answers: NonNullable<SaveRecap['answers']>,
) => {
  const known = new Set([...questions, ...(former?.answers ?? []).map(({ question }) => question)])
  if (answers.some(({ question }) => !known.has(question))) {
    throw wrongField('answers', 'The plan no longer asks one of these questions')
  }
  return answers.flatMap(({ question, answer }) => (answer === null ? [] : { question, answer }))
}

/** Reads a recap that was sent. @throws AppError `not_found`; `conflict` while it is not sent */
export const getSentRecap = async (db: Executor, user: SignedInUser, id: string) => {
  const recap = await getRecap(db, user, id)
  if (recap.submittedAt === null) throw new AppError('conflict', 'There is no recap of this event yet.')
  return recap
}
