import type { IncomingMessage } from 'node:http'
import { maxUserPictureSize } from '#contract/account/profile.ts'
import { lookupAllowed, requireAllowedHost } from '#server/http/allowed-lookup.ts'
import { requestResponse } from '#server/http/outgoing-request.ts'
import { isPublicAddress } from '#server/http/public-address.ts'

const timeoutMs = 5_000
const maxRedirects = 3

interface Options {
  isAllowed?: (address: string) => boolean
  /** Certificate authorities to trust in addition to the system's. */
  ca?: string
}

const readAtMost = async (response: IncomingMessage, max: number) => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    size += chunk.length
    // The exception ends the loop, which closes the connection.
    if (size > max) throw new Error(`more than ${max} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * Downloads a picture from an https address that came from outside. Neither the address nor a redirect can reach this machine or a
 * private network. Rejects after 5 seconds, over 5 MB, and for any status but 200.
 */
export const fetchPicture = async (
  address: string,
  { isAllowed = isPublicAddress, ca }: Options = {},
): Promise<Buffer> => {
  const options = {
    signal: AbortSignal.timeout(timeoutMs),
    lookup: lookupAllowed(isAllowed),
    // Each request opens a connection of its own, so that it never reuses one whose address was not checked.
    agent: false as const,
    headers: { accept: 'image/*' },
    ...(ca !== undefined && { ca }),
  }
  let url = new URL(address)
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    if (url.protocol !== 'https:') throw new Error('not an https address')
    requireAllowedHost(url, isAllowed)
    const response = await requestResponse(url, options)
    const { statusCode = 0, headers } = response
    if (statusCode === 200) return readAtMost(response, maxUserPictureSize)
    response.destroy()
    if (![301, 302, 303, 307, 308].includes(statusCode) || !headers.location) {
      throw new Error(`the answer was ${statusCode}`)
    }
    url = new URL(headers.location, url)
  }
  throw new Error('too many redirects')
}
