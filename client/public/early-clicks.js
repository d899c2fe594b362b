// A press on a button of the page that the server has rendered waits for the scripts that answer it. Links lead where they lead.
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
  // An open dialog is rendered anew by then, as the last part of the page.
  const now = (button) =>
    button.isConnected
      ? button
      : [...document.querySelectorAll('button')].findLast(
          ({ ariaLabel, textContent }) =>
            ariaLabel === button.ariaLabel && textContent === button.textContent,
        )
  addEventListener('click', keep, true)
}
