import { trimEndOf } from './trim-ends.ts'

/** The screens that have an address of their own: `/` and the name. `/` itself is the dashboard, or for a visitor the landing page. */
export const screens = ['pre-onboarding', 'onboarding', 'dashboard', 'welcome', 'resources', 'admin'] as const

/** The name of the screen that a path without its query has, such as `resources` for `/resources/`; `dashboard` for `/`. */
export const screenName = (path: string) => trimEndOf(path, '/').slice(1) || 'dashboard'
