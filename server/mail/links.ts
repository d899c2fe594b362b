import { addressOf } from '#contract/screens.ts'

/** Where the links of emails lead, below the portal's address. */
export const linkTo = {
  ...addressOf,
  home: '/',
  chat: '/?chat=open',
  inbox: '/admin?tab=inbox',
  webhooks: '/admin?tab=api',
}
