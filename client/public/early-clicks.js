// A click on a button of the server-rendered page waits until the page is hydrated, and is then repeated. Links work at once.
{
  let pressed
  const keep = (event) => {
    const root = document.getElementById('root')
    const button = root?.ariaBusy === 'true' && event.isTrusted && event.target.closest('button')
    if (!button) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (!pressed) new MutationObserver(press).observe(root, { attributeFilter: ['aria-busy'] })
    pressed = button
  }
  const press = (_, observer) => {
    observer.disconnect()
    removeEventListener('click', keep, true)
    now(pressed)?.click()
  }
  // Hydration may have replaced an open dialog, so find the same button again; the dialog is the last part of the page.
  const now = (button) =>
    button.isConnected
      ? button
      : [...document.querySelectorAll('button')].findLast(
          ({ ariaLabel, textContent }) =>
            ariaLabel === button.ariaLabel && textContent === button.textContent,
        )
  addEventListener('click', keep, true)
}
