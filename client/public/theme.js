// Runs before the first paint, so that a chosen theme never flashes the other one. It stays the one place that
// applies a theme: client/ui/theme-switch.tsx announces a change with the event below.
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
  }

  try {
    apply(localStorage.getItem('theme'))
  } catch {
    // Without storage in this browser, the theme of the system applies.
  }

  addEventListener('theme-change', (event) => apply(event.detail))
  addEventListener('storage', (event) => {
    if (event.key === 'theme') apply(event.newValue)
  })
}
