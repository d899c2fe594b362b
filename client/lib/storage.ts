// Only this file uses the browser's storage, because the browser may refuse storage, run out of space, or lose what was stored.

/** Returns the text that this tab has stored under a key; null when there is none, or when the browser refuses storage. */
export const readStored = (key: string): string | null => {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/**
 * Stores a text in this tab until it is closed or its user signs out; null removes it.
 * @returns whether the text is stored; false when the browser refuses storage or has no room left
 */
export const store = (key: string, value: string | null): boolean => {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
    return true
  } catch {
    return false
  }
}

/** Returns the JSON value that was stored under a key; undefined when there is none or it cannot be parsed. */
export const readStoredJson = (key: string): unknown => {
  try {
    return JSON.parse(readStored(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Removes everything this tab has stored. The response to a logout does so too, but there is none while the portal is unreachable. */
export const clearStorage = () => {
  try {
    sessionStorage.clear()
  } catch {
    // A browser that refuses storage has nothing to remove.
  }
}

// Settings are stored in cookies so that signing out does not clear them. On https, the prefix `__Host-` means only this host can set them.
const isSecure = () => location.protocol === 'https:'
const nameOf = (name: string) => (isSecure() ? `__Host-${name}` : name)

/** Returns a setting of this browser, such as whether shortcuts are on; undefined when it is not set. */
export const readSetting = (name: string): string | undefined => {
  try {
    const prefix = `${nameOf(name)}=`
    return document.cookie
      .split('; ')
      .find((cookie) => cookie.startsWith(prefix))
      ?.slice(prefix.length)
  } catch {
    return undefined
  }
}

const yearSeconds = 31_536_000

/**
 * Stores a setting of this browser for a year; null removes it.
 * @returns whether the setting is stored; false when the browser refuses cookies
 */
export const storeSetting = (name: string, value: string | null): boolean => {
  const end = value === null ? 0 : yearSeconds
  const secure = isSecure() ? '; secure' : ''
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: Safari has no cookieStore before 18.4
    document.cookie = `${nameOf(name)}=${value ?? ''}; path=/; max-age=${end}; samesite=lax${secure}`
    return readSetting(name) === (value ?? undefined)
  } catch {
    return false
  }
}

/** Returns whether this browser accepts cookies, which signing in requires. */
export const hasCookies = () => {
  const isStored = storeSetting('cookie-test', '1')
  storeSetting('cookie-test', null)
  return isStored
}
