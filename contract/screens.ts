import { partnerParameter } from './headers.ts'
import { trimEndOf } from './trim-ends.ts'

/** The screens that have their own address: `/` and the name. `/` itself is the dashboard, or the landing page for visitors. */
export const screens = [
  'pre-onboarding',
  'onboarding',
  'dashboard',
  'welcome',
  'resources',
  'recap',
  'admin',
] as const

/** Returns the name of the screen at a path without a query: `resources` for `/resources/`, `dashboard` for `/`. */
export const screenName = (path: string) => trimEndOf(path, '/').slice(1) || 'dashboard'

/** Returns the addresses for links from outside, such as in emails. The query names what opens on top of the screen. */
export const addressOf = {
  partner: (id: string) => `/admin?tab=partners&partner=${id}`,
  /** The address of a note in the record of its partner. */
  note: (partnerId: string, id: string) => `/admin?tab=partners&partner=${partnerId}&note=${id}`,
  task: (id: string) => `/?task=${id}`,
  activation: (id: string) => `/?activation=${id}`,
  /** The address of the form that asks what came of an activation, and that of the result, as a page. */
  writeRecap: (activationId: string) => `/?recap=${activationId}`,
  recap: (activationId: string) => `/recap?of=${activationId}`,
  agreement: (id: string) => `/?agreement=${id}`,
  resource: (id: string) => `/resources?file=${id}`,
  announcement: (id: string) => `/?announcement=${id}`,
  /** The address of what a partner and the company owe each other, for the partner. */
  owed: '/?owed=all',
  /** The address of an invoice among all that a partner and the company owe each other. */
  invoice: (id: string) => `/?owed=${id}`,
  /** The address of the invoices of a partner, for staff. */
  invoicesOf: (partnerId: string) => `/admin?tab=payments&view=invoices&for=${partnerId}`,
  /** The address of a recurring task in the list of them. */
  series: (id: string) => `/admin?tab=tasks&view=recurring&plan=${id}`,
  /** The address of a report, with a file that is downloaded when the report opens. */
  report: (period: { from: string; to: string }, file?: string) =>
    `/admin?${new URLSearchParams({ tab: 'overview', ...period, ...(file && { csv: file }) })}`,
  conversation: (id: string) => `/admin?tab=inbox&conversation=${id}`,
}

/** Returns an address of the portal with the partner that the page is for. Only users of several partners need that. */
export const addressFor = (partnerId: string, path = '/') =>
  `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ [partnerParameter]: partnerId })}`
