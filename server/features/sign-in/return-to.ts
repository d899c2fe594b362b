const homePath = '/'
// These paths are not pages: returning to /api/logout, for example, would sign the user out again.
const notAPage = /^\/(api|sign-in|objects|ws)(\/|$)/

/**
 * Returns the path of this origin to go to after sign-in, or `/` for everything that might lead to another origin. It is parsed like in
 * browsers, because they read `/\x`, tabs and line breaks in unexpected ways.
 */
export const safeReturnTo = (returnTo: string | undefined): string => {
  if (!returnTo?.startsWith('/')) return homePath
  const origin = 'http://portal.invalid'
  const url = URL.parse(returnTo, origin)
  if (!url || url.origin !== origin || url.username || url.pathname.startsWith('//')) return homePath
  return isPage(url.pathname) ? url.pathname + url.search + url.hash : homePath
}

// The path is decoded, because the server also routes /%61pi to /api.
const isPage = (path: string) => {
  try {
    return !notAPage.test(decodeURIComponent(path))
  } catch {
    return false
  }
}
