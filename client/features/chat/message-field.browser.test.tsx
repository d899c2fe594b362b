import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { MessageField } from './message-field.tsx'

/** Presses Enter as a browser does with an input method. */
const pressEnter = (how: KeyboardEventInit) =>
  page
    .getByRole('textbox')
    .element()
    .dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...how }))

test('the Enter that confirms a Japanese text sends nothing, also where it comes after the composition', async () => {
  const send = vi.fn()
  await render(
    <MessageField aria-label="Message" text="こんにちは" onText={() => {}} sendKey="enter" onSend={send} />,
  )
  pressEnter({ isComposing: true, keyCode: 229 })
  // Safari sends the events in this order.
  pressEnter({ isComposing: false, keyCode: 229 })
  expect(send).not.toHaveBeenCalled()
  pressEnter({ keyCode: 13 })
  expect(send).toHaveBeenCalledOnce()
})
