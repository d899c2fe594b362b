import { ApiError } from './api.ts'
import { choiceHeaders } from './tab-choice.ts'

/** Reads the file name from `Content-Disposition`, such as `audit-log-2026-11-20.csv`; the UTF-8 form takes precedence. */
export const nameIn = (disposition: string | null): string => {
  const encoded = /filename\*=UTF-8''([^;\s]+)/i.exec(disposition ?? '')?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return /filename="?([^";]+)/.exec(disposition ?? '')?.[1] ?? 'download'
}

/**
 * Makes the browser save the file at an address of this origin, or open it in a new tab if the browser prefers to show it.
 *
 * This works even many seconds after a click. Chromium blocks a window that is opened 5 seconds after a click as a pop-up, but a
 * link with `download` opens no window.
 * @param name the name of the saved file, unless the server sends one in `Content-Disposition`
 */
export const saveFrom = (address: string, name: string) => {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.target = '_blank'
  link.rel = 'noopener'
  document.body.append(link)
  link.click()
  link.remove()
}

/**
 * Makes the browser save the response of an address of the portal. The response is read first, because a plain link would save or
 * show an error message as if it were the file.
 * @param body what is posted to the address; without it, the address is read
 * @throws ApiError for every unsuccessful status; TypeError when the network is unavailable
 */
export const saveResponse = async (address: string, body?: object): Promise<void> => {
  const sent = body && {
    method: 'POST',
    body: JSON.stringify(body),
    headers: [...choiceHeaders(), ['content-type', 'application/json']] satisfies HeadersInit,
  }
  const response = await fetch(address, { credentials: 'include', headers: choiceHeaders(), ...sent })
  if (!response.ok) throw new ApiError(response.status, (await response.text()) || response.statusText)
  const content = URL.createObjectURL(await response.blob())
  saveFrom(content, nameIn(response.headers.get('content-disposition')))
  URL.revokeObjectURL(content)
}
