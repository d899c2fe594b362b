// Prepares the page that the server has rendered. Links work at once; a click on a button waits until the page is hydrated, and is then
// repeated. The policy for content refuses styles in HTML, so the server sends them as data.
{
  const applyStyles = () => {
    for (const element of document.querySelectorAll('[data-style]'))
      element.style.cssText = element.dataset.style
  }
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', applyStyles)
  else applyStyles()
  const alike = ({ ariaLabel, textContent }) =>
    [...document.querySelectorAll('button')].filter(
      (button) => button.ariaLabel === ariaLabel && button.textContent === textContent,
    )
  let pressed
  const keep = (event) => {
    const root = document.getElementById('root')
    const button = root?.ariaBusy === 'true' && event.isTrusted && event.target.closest('button')
    if (!button) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (!pressed) new MutationObserver(press).observe(root, { attributeFilter: ['aria-busy'] })
    const among = alike(button)
    pressed = { button, place: among.indexOf(button), count: among.length }
  }
  const press = (_, observer) => {
    observer.disconnect()
    removeEventListener('click', keep, true)
    // React hydrates the part of the page at once in which such an event happens, and may replace the button.
    pressed.button.dispatchEvent(new PointerEvent('pointercancel', { bubbles: true }))
    requestAnimationFrame(() => setTimeout(repeat))
  }
  // A button that was replaced is found by its place among those alike, if there are as many as before.
  const repeat = () => {
    const { button, place, count } = pressed
    const among = alike(button)
    if (button.isConnected) button.click()
    else if (among.length === count) among[place].click()
  }
  addEventListener('click', keep, true)
}
