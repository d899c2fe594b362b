import { randomUUID } from 'node:crypto'
import type { InvitePartners } from '#contract/invitations.ts'
import type { Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { filledFields } from '#server/features/audit-log/changed-fields.ts'
import { createDocument } from '#server/features/documents/actions.ts'
import { createSharedDocument } from '#server/features/documents/shared/actions.ts'
import { dropEmailsToUnreachable } from '#server/features/notifications/emails/data.ts'
import { requestBulkAction } from '#server/features/partners/bulk/actions.ts'
import { partnerCreated, partnersInvited } from '#server/features/partners/events.ts'
import { chunks, createPartners, inOneOrder, type NewRow } from '#server/features/partners/import/actions.ts'
import { type CheckedRow, checkRows } from '#server/features/partners/import/check.ts'
import { requireSets } from '#server/features/partners/invitation/actions.ts'
import { insertInvitations } from '#server/features/partners/invitation/data.ts'
import { requireManager } from '#server/features/partners/manager/actions.ts'
import { welcomeEmail, welcomeSubject } from '#server/features/users/emails.ts'
import { AppError } from '#server/http/app-error.ts'

type InvitationDeps = Pick<Deps, 'db' | 'jobs'>

interface Problem {
  index: number
  field: string
  message: string
}

const isNewRow = (row: CheckedRow): row is NewRow => row.partner !== null

const problemsOf = ({ report, partner, user }: CheckedRow, index: number): Problem[] => {
  if (report.outcome === 'changed' || report.outcome === 'unchanged') {
    return [{ index, field: 'email', message: 'This is the email of a partner.' }]
  }
  if (partner && user && user.role !== 'user') {
    return [{ index, field: 'email', message: 'This is the email of a member of staff.' }]
  }
  return report.problems.map((problem) => ({ ...problem, index }))
}

/** Checks the partners of an invitation like the rows of an import: an invited partner is a partner with little in its profile. */
const checkPartners = async (db: Executor, { partners, partnerGroup }: InvitePartners) => {
  const rows = partners.map(({ email, fullName, businessName }, index) => ({
    row: index + 1,
    cells: [],
    values: {
      email,
      fullName: fullName ?? '',
      businessName: businessName ?? '',
      partnerGroup: partnerGroup ?? '',
    },
  }))
  const checked = await checkRows(db, rows)
  return { checked, problems: checked.flatMap(problemsOf) }
}

/** Says what is wrong with the partners of an invitation, and what the first of them would read. Saves nothing. */
export const previewInvitations = async (
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  form: InvitePartners,
) => {
  const { problems } = await checkPartners(db, form)
  const recipient = form.partners[0]?.email ?? ''
  const { heading, paragraphs } = welcomeEmail(
    settings.companyName,
    { email: recipient },
    '',
    form.personalLine,
  )
  return { problems, email: { recipient, subject: welcomeSubject, heading, paragraphs } }
}

/**
 * Adds partners as an invitation describes them, and begins to email them. What the partners can see now is there at once; the sets wait
 * until the partner has confirmed the profile, because their tasks are due from that day on.
 * @throws AppError `conflict` when somebody is a partner already, or the key was used for another request; `bad_request` when anything else
 * is wrong with one of the partners, or a set, a manager or a type of agreement does not exist
 */
export const invitePartners = (
  deps: InvitationDeps,
  actor: Actor,
  form: InvitePartners,
  key: string | null,
) => {
  const choose = (tx: Executor) => addInvited(deps, tx, actor, form)
  return requestBulkAction(deps, actor, { change: { kind: 'invite' }, about: form, choose }, key)
}

const refusal = (problems: Problem[]) => {
  const [first, ...others] = problems
  const isTaken = problems.every(({ message }) => message === 'This is the email of a partner.')
  const message =
    others.length === 0 ? (first?.message ?? '') : `${problems.length} problems. Nobody was invited.`
  const fields = Object.fromEntries(
    problems.map(({ index, field, message: text }) => [`partners.${index}.${field}`, text]),
  )
  return new AppError(isTaken ? 'conflict' : 'bad_request', message, { fields })
}

/** Adds the partners of an invitation, and returns their ids in the order of the form. */
const addInvited = async (deps: InvitationDeps, tx: Executor, actor: Actor, form: InvitePartners) => {
  const { checked, problems } = await checkPartners(tx, form)
  if (problems.length > 0) throw refusal(problems)
  const { managerId, setIds, personalLine, appendixA, agreements, partnerGroup } = form
  const manager = managerId && (await requireManager(tx, managerId))
  const sets = await requireSets(tx, setIds)
  const rows = checked
    .filter(isNewRow)
    .map((row) => ({ ...row, managerId, partner: { ...row.partner, ...appendixA } }))
  // The audit log lists one entry for several partners, which leads to those of each.
  const importId = rows.length > 1 ? { importId: randomUUID() } : {}
  const placed: { place: number; profile: { id: string; userId: string; fullName: string } }[] = []
  for (const each of chunks(inOneOrder(rows))) {
    const { profiles } = await createPartners({ tx, actor, ...importId }, each, partnerCreated)
    placed.push(...profiles.map((profile, index) => ({ place: each[index]?.report.row ?? 0, profile })))
    await insertInvitations(
      tx,
      profiles.map(({ id }) => ({ partnerId: id, personalLine, setIds, invitedBy: actor.id })),
    )
  }
  const added = placed.toSorted((one, other) => one.place - other.place).map(({ profile }) => profile)
  const ids = added.map(({ id }) => id)
  await addAgreements(deps, tx, actor, agreements, ids)
  // Nobody is emailed about the tasks and agreements that were there before the invitation.
  await dropEmailsToUnreachable(
    tx,
    added.map(({ userId }) => userId),
  )
  const after = filledFields({
    partners: rows.length,
    partnerGroup,
    manager,
    sets: sets.map(({ name }) => name),
    agreements,
    personalLine,
  })
  const [first] = added
  const subject = importId.importId
    ? { id: importId.importId, name: `${rows.length} partners` }
    : { id: first?.id ?? null, name: first?.fullName ?? '' }
  await record(tx, partnersInvited, actor, { subject, after })
  return ids
}

/** Gives the partners further agreements to sign: a single partner its own, and several partners an agreement for all of them. */
const addAgreements = async (
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Executor,
  actor: Actor,
  types: string[],
  partnerIds: string[],
) => {
  const [only = '', ...others] = partnerIds
  for (const documentType of types) {
    const fields = {
      documentType,
      appendixA: undefined,
      effectiveOn: null,
      endsOn: null,
      replacesEarlier: false,
    }
    if (others.length === 0) await createDocument(tx, actor, only, fields)
    else {
      const audience = { assignedPartnerIds: partnerIds, assignedGroup: null }
      await createSharedDocument({ db: tx, jobs }, actor, { ...fields, partnerTerms: undefined }, audience)
    }
  }
}
