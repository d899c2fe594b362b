// Runs before the first paint, so that a page with a chosen theme never flashes in the other one. Only this script applies and stores
// a theme; client/ui/theme-switch.tsx sends it choices and listens to changes.
{
  const apply = (theme) => {
    const root = document.documentElement
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
    else delete root.dataset.theme
    for (const meta of document.querySelectorAll('meta[data-scheme]')) {
      const { scheme } = meta.dataset
      const follows = theme === scheme ? 'all' : 'not all'
      meta.media = root.dataset.theme ? follows : `(prefers-color-scheme: ${scheme})`
    }
    dispatchEvent(new Event('theme-change'))
  }

  // The theme is stored in a cookie, because signing out clears the browser's storage. On https, only this host can set the cookie.
  const isSecure = location.protocol === 'https:'
  const name = isSecure ? '__Host-theme' : 'theme'
  const readCookies = () => {
    try {
      return document.cookie.split('; ').map((cookie) => cookie.split('='))
    } catch {
      // If the browser refuses cookies, the theme lasts only as long as the page.
      return []
    }
  }
  apply(readCookies().find(([cookieName]) => cookieName === name)?.[1])

  const otherTabs = new BroadcastChannel('theme')
  otherTabs.addEventListener('message', ({ data }) => apply(data))
  addEventListener('theme-choice', ({ detail: theme }) => {
    try {
      // biome-ignore lint/suspicious/noDocumentCookie: Safari has no cookieStore before 18.4
      document.cookie = `${name}=${theme}; path=/; max-age=31536000; samesite=lax${isSecure ? '; secure' : ''}`
    } catch {
      // If the browser refuses cookies, the theme lasts only as long as the page.
    }
    apply(theme)
    otherTabs.postMessage(theme)
  })
}
