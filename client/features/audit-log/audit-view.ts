import { type AddressView, useAddressView } from '#client/lib/address-view.ts'
import { type AuditAction, auditActions } from '#contract/audit-log.ts'
import { id } from '#contract/fields.ts'
import { toTimeRange } from './days.ts'

/** The filters of the audit log in the address, without invalid values. */
export type AuditView = AddressView & {
  person: string
  action: AuditAction | ''
  subject: string
  /** Days in the reader's time zone, both inclusive, as typed. */
  from: string
  until: string
  /** The query of the request. */
  query: Record<string, string>
  isFiltered: boolean
}

const idOr = (text: string) => (id.safeParse(text).success ? text : '')

export const useAuditView = (): AuditView => {
  const view = useAddressView()
  const [from, until] = [view.get('from'), view.get('until')]
  const filters = {
    person: idOr(view.get('person')),
    action: auditActions.find((action) => action === view.get('action')) ?? ('' as const),
    subject: idOr(view.get('subject')),
  }
  const entries = Object.entries({ ...filters, ...toTimeRange({ from, until }) }).filter(([, value]) => value)
  const query = Object.fromEntries(entries) as Record<string, string>
  return { ...view, ...filters, from, until, query, isFiltered: entries.length > 0 }
}
