import { trimEndOf } from './trim-ends.ts'

/** The screens that have an address of their own: `/` and the name. `/` itself is the dashboard, or for a visitor the landing page. */
export const screens = ['pre-onboarding', 'onboarding', 'dashboard', 'welcome', 'resources', 'admin'] as const

/** The name of the screen that a path without its query has, such as `resources` for `/resources/`; `dashboard` for `/`. */
export const screenName = (path: string) => trimEndOf(path, '/').slice(1) || 'dashboard'

/** The address at which a link from outside, such as one in an email, opens a thing. The query names what opens on top of the screen. */
export const addressOf = {
  partner: (id: string) => `/admin?tab=partners&partner=${id}`,
  task: (id: string) => `/?task=${id}`,
  activation: (id: string) => `/?activation=${id}`,
  agreement: (id: string) => `/?agreement=${id}`,
  resource: (id: string) => `/resources?file=${id}`,
  announcement: (id: string) => `/?announcement=${id}`,
  /** A recurring task, in the list of them. */
  series: (id: string) => `/admin?tab=tasks&view=recurring&plan=${id}`,
  conversation: (id: string) => `/admin?tab=inbox&conversation=${id}`,
}
