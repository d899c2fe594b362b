/**
 * Has the browser save what is at an address of this origin, in a tab of its own where it would rather show it.
 *
 * It is called when a download has been recorded, which may be many seconds after the press. Chromium takes a window that is
 * opened 5 seconds after a press for a pop-up, and blocks it; a link with `download` opens none, so it is saved even then.
 * The name that the server gives in `Content-Disposition`, the title with the right ending, goes before `name`.
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
