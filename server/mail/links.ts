import { addressOf } from '#contract/screens.ts'

/** The paths, relative to the portal's address, that the links in emails lead to. */
export const linkTo = {
  ...addressOf,
  home: '/',
  chat: '/?chat=open',
  inbox: '/admin?tab=inbox',
  webhooks: '/admin?tab=api',
}
