import { termGroups, writtenTerm } from '#client/domain/appendix-a-terms.ts'
import type { PartnerActivity } from '#contract/partners/activity.ts'
import { profileFieldList } from '#contract/partners/profile-fields.ts'
import { profileText } from '../profile-text.ts'

const terms = termGroups.flatMap((group) => group.terms)

type Fields = Record<string, unknown>
const fieldsOf = (value: unknown): Fields =>
  (typeof value === 'object' && value !== null ? value : {}) as Fields
const nothing = 'Not provided'

/** Describes what changed in a profile by a line for each field, in the order of its form: "Business name: Old Mill → New Mill". */
export const profileChanges = ({ metadata }: Pick<PartnerActivity, 'metadata'>) => {
  const [before, after] = [fieldsOf(metadata.before), fieldsOf(metadata.after)]
  const textOf = (value: unknown, write: (text: string) => string | null) =>
    (typeof value === 'string' && write(value)) || nothing
  const sentence = (name: string, label: string, write: (text: string) => string | null) =>
    name in after ? [`${label}: ${textOf(before[name], write)} → ${textOf(after[name], write)}`] : []
  return [
    ...profileFieldList.flatMap(({ name, heading, kind }) =>
      sentence(name, heading, (text) => profileText(kind, text)),
    ),
    ...sentence('managerEmail', 'Partner manager', (text) => text),
    ...terms.flatMap((term) => sentence(term.name, term.label, (text) => writtenTerm(term, text))),
  ]
}

/** Lists the changes of a profile below the entry of the activity. Only staff receive these values. */
export function ProfileChanges({ activity }: { activity: PartnerActivity }) {
  const changes = profileChanges(activity)
  if (changes.length === 0) return null
  return (
    <ul
      aria-label="What changed"
      className="grid grid-cols-1 -mt-1.5 gap-0.5 pb-2.5 pl-11 text-13 text-muted"
    >
      {changes.map((change) => (
        <li key={change} className="wrap-anywhere">
          {change}
        </li>
      ))}
    </ul>
  )
}
