import { createHash } from 'node:crypto'
import type { SaveDraft } from '#contract/agreement-types.ts'
import { isBuiltInType } from '#contract/documents/agreements/agreement.ts'
import { agreementForms } from '#contract/documents/agreements/agreement-forms.ts'
import { agreementProblems } from '#contract/documents/agreements/agreement-problems.ts'
import { readAgreementSource, writeAgreementSource } from '#contract/documents/agreements/agreement-source.ts'
import { formOf, type OwnField, ownFieldsOf } from '#contract/documents/agreements/own-fields.ts'
import type { Database, Executor } from '#server/db/client.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { AppError, orNotFound, wrongField } from '#server/http/app-error.ts'
import { requireUnchanged } from '#server/http/edit-conflict.ts'
import * as data from './data.ts'
import { agreementTextDraftDiscarded, agreementTextDraftSaved, agreementTextPublished } from './events.ts'

/** Returns the form of a draft. The types that come with the portal always have the same fields, whatever their text. */
const draftForm = async (tx: Executor, type: string, fields: OwnField[] | undefined) => {
  if (!isBuiltInType(type)) {
    const former = (await data.getDraft(tx, type)) ?? (await data.getAgreementInForce(tx, type))
    return formOf(fields ?? ownFieldsOf(former ?? formOf([])))
  }
  if (fields) throw wrongField('fields', 'The fields of this agreement cannot change')
  return agreementForms[type]
}

const changedMeanwhile = () =>
  new AppError('conflict', 'Someone else changed this after you opened it. Reload to see the latest version.')

/** Returns what the audit log stores about a text: its title, and a hash that changes with the text. */
const loggedText = ({ title, blocks }: Pick<data.Draft, 'title' | 'blocks'>) => ({
  title,
  sha256: createHash('sha256').update(writeAgreementSource(blocks)).digest('hex'),
})

/**
 * Saves the draft of a text's next version.
 * @throws AppError `not_found`; `bad_request` for fields of a type that comes with the portal; `conflict` when somebody else saved it meanwhile
 */
export const saveDraft = (
  db: Database,
  admin: Actor,
  type: string,
  { title, source, fields, updatedAt }: SaveDraft,
) =>
  db.transaction(async (tx) => {
    const { name } = orNotFound(await data.lockType(tx, type))
    const former = await data.getDraft(tx, type)
    if (updatedAt !== undefined && (former ? !updatedAt : updatedAt)) throw changedMeanwhile()
    if (former) requireUnchanged(former, updatedAt ?? undefined)
    const form = await draftForm(tx, type, fields)
    await data.saveDraft(tx, { documentType: type, title, ...form, blocks: readAgreementSource(source) })
    const draft = orNotFound(await data.getDraft(tx, type))
    const before = former ? loggedText(former) : null
    await record(tx, agreementTextDraftSaved, admin, { draft, name, before, after: loggedText(draft) })
    const { id: _id, ...shown } = draft
    return shown
  })

/** Deletes the draft of a text. @throws AppError `not_found` */
export const discardDraft = (db: Database, admin: Actor, type: string) =>
  db.transaction(async (tx) => {
    const { name } = orNotFound(await data.lockType(tx, type))
    const draft = orNotFound(await data.getDraft(tx, type))
    await data.deleteDraft(tx, type)
    await record(tx, agreementTextDraftDiscarded, admin, { draft, name, before: loggedText(draft) })
  })

/**
 * Puts the draft in force. Signed agreements keep their text, and open ones will be signed with the new text.
 * @throws AppError `not_found` without a draft; `bad_request` when it cannot be signed; `conflict` when somebody else saved it meanwhile
 */
export const publishDraft = (db: Database, admin: Actor, type: string, { updatedAt }: { updatedAt: Date }) =>
  db.transaction(async (tx) => {
    const { name } = orNotFound(await data.lockType(tx, type))
    const draft = orNotFound(await data.getDraft(tx, type))
    requireUnchanged(draft, updatedAt)
    const problems = agreementProblems(draft)
    if (problems.length > 0) throw wrongField('source', problems.join(' '))
    const versions = await data.listVersions(tx, type)
    const inForce = versions[0] && (await data.getAgreementVersion(tx, type, versions[0].version))
    if (inForce && isSame(inForce, draft)) {
      throw wrongField('source', `Nothing has changed since version ${inForce.version}.`)
    }
    const publishedAt = new Date()
    const day = publishedAt.toISOString().slice(0, 10)
    const ofDay = versions.filter(({ version }) => version.startsWith(day)).length
    const version = ofDay === 0 ? day : `${day}.${ofDay + 1}`
    await data.publishDraft(tx, type, { version, publishedAt, publishedBy: admin.id })
    await record(tx, agreementTextPublished, admin, {
      draft,
      name,
      before: inForce ? { version: inForce.version, ...loggedText(inForce) } : null,
      after: { version, ...loggedText(draft) },
    })
    return orNotFound(await data.getType(tx, type))
  })

type Text = Pick<data.Draft, 'title' | 'blocks' | 'fieldGroups'>

const isSame = (one: Text, other: Text) =>
  one.title === other.title &&
  writeAgreementSource(one.blocks) === writeAgreementSource(other.blocks) &&
  JSON.stringify(one.fieldGroups) === JSON.stringify(other.fieldGroups)
