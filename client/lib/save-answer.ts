import { ApiError } from './api.ts'

/** The name that the server gives, such as `audit-log-2026-11-20.csv`. */
const nameIn = (disposition: string | null) =>
  /filename="?([^";]+)/.exec(disposition ?? '')?.[1] ?? 'download'

/**
 * Has the browser save what an address of the portal answers. It is read first: a link alone would save, or show, the words
 * of a refusal as if they were the file.
 * @throws ApiError for every status that is no success; TypeError when the network is away
 */
export const saveAnswer = async (address: string): Promise<void> => {
  const response = await fetch(address, { credentials: 'include' })
  if (!response.ok) throw new ApiError(response.status, (await response.text()) || response.statusText)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = nameIn(response.headers.get('content-disposition'))
  document.body.append(link)
  link.click()
  link.remove()
  URL.revokeObjectURL(link.href)
}
