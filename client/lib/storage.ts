// The only place where the client uses the storage of the browser, which may refuse it, be full, or have lost what was stored.

/** What this tab has stored under a key; null where there is nothing, or the browser refuses. */
export const readStored = (key: string): string | null => {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/**
 * Stores a text in this tab until it is closed or its user signs out; null removes it.
 * @returns whether it is stored: false where the browser refuses, or has no room left
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

/** What was stored under a key as JSON; undefined where there is nothing that can be read. */
export const readStoredJson = (key: string): unknown => {
  try {
    return JSON.parse(readStored(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Removes whatever this tab stores. The answer to a logout does so, too, but none comes while the portal is away. */
export const clearStorage = () => {
  try {
    sessionStorage.clear()
  } catch {
    // A browser that refuses storage has none.
  }
}

// In cookies is what signing out must not clear. On https only this host can set such a cookie.
const isSecure = () => location.protocol === 'https:'
const nameOf = (name: string) => (isSecure() ? `__Host-${name}` : name)

/** A setting of this browser, such as whether shortcuts are on; undefined where it has none. */
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
 * @returns whether it is stored: false where the browser refuses cookies
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

/** Whether this browser takes cookies, without which nobody can be signed in. */
export const hasCookies = () => {
  const isStored = storeSetting('cookie-test', '1')
  storeSetting('cookie-test', null)
  return isStored
}
