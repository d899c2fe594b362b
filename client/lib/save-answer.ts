import { ApiError } from './api.ts'

/** The name that the server gives, such as `audit-log-2026-11-20.csv`: in UTF-8 where it cannot be written otherwise. */
export const nameIn = (disposition: string | null): string => {
  const encoded = /filename\*=UTF-8''([^;\s]+)/i.exec(disposition ?? '')?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return /filename="?([^";]+)/.exec(disposition ?? '')?.[1] ?? 'download'
}

/**
 * Has the browser save what is at an address of this origin, in a tab of its own where it would rather show it.
 *
 * It may be called many seconds after a press. Chromium takes a window that is opened 5 seconds after a press for a pop-up,
 * and blocks it; a link with `download` opens none, so it is saved even then.
 * @param name of the saved file, unless the server gives one in `Content-Disposition`
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
 * Has the browser save what an address of the portal answers. It is read first: a link alone would save, or show, the words
 * of a refusal as if they were the file.
 * @throws ApiError for every status that is no success; TypeError when the network is away
 */
export const saveResponse = async (address: string): Promise<void> => {
  const response = await fetch(address, { credentials: 'include' })
  if (!response.ok) throw new ApiError(response.status, (await response.text()) || response.statusText)
  const content = URL.createObjectURL(await response.blob())
  saveFrom(content, nameIn(response.headers.get('content-disposition')))
  URL.revokeObjectURL(content)
}
