import { isLoopback } from '#server/loopback.ts'

/** Whom a passkey is for, as WebAuthn calls it: browsers offer it only to this origin. */
export interface RelyingParty {
  id: string
  origin: string
}

/**
 * The portal as a relying party. Browsers take no IP addresses, so on this machine it is `localhost`, at whichever port the page
 * says: nobody else can be at any of them.
 */
export const relyingPartyOf = (baseUrl: string, pageOrigin: string | undefined): RelyingParty => {
  const { hostname, origin, protocol, port } = new URL(baseUrl)
  if (!isLoopback(hostname)) return { id: hostname, origin }
  const isLocalPage = URL.parse(pageOrigin ?? '')?.hostname === 'localhost'
  const localOrigin = `${protocol}//localhost${port && `:${port}`}`
  return { id: 'localhost', origin: isLocalPage && pageOrigin ? pageOrigin : localOrigin }
}
