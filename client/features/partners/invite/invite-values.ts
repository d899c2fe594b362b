import { z } from 'zod'
import { InvitedPartner, InvitePartners } from '#contract/invitations.ts'
import type { AppendixAField } from '#contract/partners/appendix-a-fields.ts'
import { appendixAFields } from '#contract/partners/appendix-a-fields.ts'
import type { PastedLine } from './pasted-lines.ts'

const names = [
  'email',
  'fullName',
  'businessName',
  'lines',
  'partnerGroup',
  'managerId',
  'setIds',
  'agreements',
  'personalLine',
] as const

/** The values of the form, all of them text, so that a reload restores them. `setIds` and `agreements` are separated by spaces. */
export type InviteValues = Record<(typeof names)[number] | AppendixAField, string>

export const noValues = Object.fromEntries(
  [...names, ...appendixAFields].map((name) => [name, '']),
) as InviteValues

/** A line of several partners to invite, as the form stores it. */
export type Line = PastedLine & {
  /** Whether the line shows its inputs, because it had a problem or somebody wants to change it. */
  isOpen?: boolean
  /** The server's objection to the line as it is. */
  refusal?: string
}

/** The value of `lines` when several partners are invited, before there is a line. An empty value means a single partner. */
export const noLines = '[]'

export const linesOf = ({ lines }: Pick<InviteValues, 'lines'>): Line[] => (lines ? JSON.parse(lines) : [])

export const chosenOf = (value: string) => value.split(' ').filter(Boolean)

/** Returns what is wrong with each line: what the server said, a wrong email, a missing name, or an email that occurs before. */
export const problemsOf = (lines: Line[]): (string | undefined)[] => {
  const first = new Map<string, number>()
  return lines.map(({ email, fullName, businessName, refusal }, index) => {
    if (refusal) return refusal
    const issue = InvitedPartner.safeParse({ email, fullName, businessName }).error?.issues[0]
    if (issue) return issue.message
    const key = email.trim().toLowerCase()
    const earlier = first.get(key)
    if (earlier !== undefined) return `Line ${earlier + 1} has the same email`
    first.set(key, index)
    return undefined
  })
}

const partnersOf = (values: InviteValues) => {
  const given = values.lines ? linesOf(values) : [values]
  return given.map(({ email, fullName, businessName }) => ({ email, fullName, businessName }))
}

/** The request with the values of the form, apart from the manager, who depends on the group. */
const bodyOf = (values: InviteValues): z.input<typeof InvitePartners> => ({
  partners: partnersOf(values),
  partnerGroup: values.partnerGroup,
  managerId: null,
  setIds: chosenOf(values.setIds),
  agreements: chosenOf(values.agreements),
  personalLine: values.personalLine,
  appendixA: Object.fromEntries(appendixAFields.map((name) => [name, values[name]])),
})

/** Returns the field of the form that an issue is about. */
const fieldOf = ([name = '', ...rest]: PropertyKey[], isSeveral: boolean) => {
  if (name === 'partners') return isSeveral ? 'lines' : String(rest[1] ?? 'email')
  return String(name === 'appendixA' ? (rest[0] ?? '') : name)
}

/** Checks the form by the contract. Several lines have one error together; each line shows its own. */
export const inviteSchema = z.custom<InviteValues>().transform((values, context) => {
  const isSeveral = values.lines !== ''
  const wrong = problemsOf(linesOf(values)).filter(Boolean).length
  const issue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  if (wrong > 0) issue('lines', wrong === 1 ? 'Mend the line below' : `Mend the ${wrong} lines below`)
  const result = InvitePartners.safeParse(bodyOf(values))
  if (result.success && wrong === 0) return result.data
  for (const { path, message } of result.error?.issues ?? []) {
    const field = fieldOf(path, isSeveral)
    if (field !== 'lines' || wrong === 0) issue(field, message)
  }
  return z.NEVER
})
