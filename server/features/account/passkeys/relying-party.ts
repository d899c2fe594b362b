import { isLoopback } from '#server/loopback.ts'

/** The relying party of WebAuthn: browsers offer a passkey only to the origin that it was created for. */
export interface RelyingParty {
  id: string
  origin: string
}

/**
 * Returns the portal as a relying party. WebAuthn does not accept IP addresses, so a portal on this machine is `localhost`, at the port
 * of the page's origin. That is safe, since all ports of `localhost` are on the user's own machine.
 */
export const relyingPartyOf = (baseUrl: string, pageOrigin: string | undefined): RelyingParty => {
  const { hostname, origin, protocol, port } = new URL(baseUrl)
  if (!isLoopback(hostname)) return { id: hostname, origin }
  const isLocalPage = URL.parse(pageOrigin ?? '')?.hostname === 'localhost'
  const localOrigin = `${protocol}//localhost${port && `:${port}`}`
  return { id: 'localhost', origin: isLocalPage && pageOrigin ? pageOrigin : localOrigin }
}
