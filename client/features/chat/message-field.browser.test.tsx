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

test('the Enter that confirms a Japanese text sends nothing, even if it comes after the composition', async () => {
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

test('the field grows with its text up to six lines', async () => {
  const show = (text: string) => (
    <MessageField aria-label="Message" text={text} onText={() => {}} sendKey="enter" onSend={() => {}} />
  )
  const { rerender } = await render(show(''))
  const heightOf = async (lines: number) => {
    await rerender(show(Array.from({ length: lines }, (_, index) => index).join('\n')))
    return page.getByRole('textbox').element().getBoundingClientRect().height
  }
  const [one, three, six, nine] = [await heightOf(1), await heightOf(3), await heightOf(6), await heightOf(9)]
  expect(three).toBeGreaterThan(one)
  expect(six).toBeGreaterThan(three)
  expect(nine).toBeLessThanOrEqual(six + 4)
})
