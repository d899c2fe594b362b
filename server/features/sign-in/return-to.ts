const homePath = '/'
// The API is for calls, not for landing on: returning to /api/logout would sign the person out again.
const notAPage = /^\/(api|sign-in|objects|ws)(\/|$)/

/**
 * The path of this origin to go to after sign-in; `/` for everything that might lead off it. Read with the parser
 * that browsers use, because they read `/\x`, tabs and line breaks in unexpected ways.
 */
export const safeReturnTo = (returnTo: string | undefined): string => {
  if (!returnTo?.startsWith('/')) return homePath
  const origin = 'http://portal.invalid'
  const url = URL.parse(returnTo, origin)
  if (!url || url.origin !== origin || url.username || url.pathname.startsWith('//')) return homePath
  return isPage(url.pathname) ? url.pathname + url.search + url.hash : homePath
}

// Decoded, because the server finds /%61pi where /api is.
const isPage = (path: string) => {
  try {
    return !notAPage.test(decodeURIComponent(path))
  } catch {
    return false
  }
}
