import { addressFor, addressOf } from '#contract/screens.ts'

/** The paths, relative to the portal's address, that the links in emails lead to. */
export const linkTo = {
  ...addressOf,
  home: '/',
  chat: '/?chat=open',
  inbox: '/admin?tab=inbox',
  webhooks: '/admin?tab=api',
}

/** Returns a path that opens for one of the reader's partners; unchanged without a partner, for a reader who belongs to one. */
export const forPartner = (path: string, partnerId: string | null | undefined) =>
  partnerId ? addressFor(partnerId, path) : path

/** Returns a path to something of a partner, which opens for that partner where its reader belongs to several. */
export const linkFor = (
  { memberships }: { memberships: unknown[] },
  path: string,
  { partnerId }: { partnerId: string },
) => (memberships.length > 1 ? forPartner(path, partnerId) : path)
