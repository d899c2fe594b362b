import { type AddressView, useAddressView } from '#client/lib/address-view.ts'
import { type AuditAction, auditActions } from '#contract/audit-log.ts'
import { id } from '#contract/fields.ts'
import { momentsOf } from './days.ts'

/** Which entries are shown, as the address says it. What means nothing there is left out. */
export type AuditView = AddressView & {
  person: string
  action: AuditAction | ''
  subject: string
  /** Days as the fields have them, in the reader's zone, both of them included. */
  from: string
  until: string
  /** As the server takes it. */
  query: Record<string, string>
  isFiltered: boolean
}

const idOr = (text: string) => (id.safeParse(text).success ? text : '')

export const useAuditView = (): AuditView => {
  const view = useAddressView()
  const [from, until] = [view.get('from'), view.get('until')]
  const chosen = {
    person: idOr(view.get('person')),
    action: auditActions.find((action) => action === view.get('action')) ?? ('' as const),
    subject: idOr(view.get('subject')),
  }
  const given = Object.entries({ ...chosen, ...momentsOf({ from, until }) }).filter(([, value]) => value)
  const query = Object.fromEntries(given) as Record<string, string>
  return { ...view, ...chosen, from, until, query, isFiltered: given.length > 0 }
}
