import { useState } from 'react'
import { flushSync } from 'react-dom'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { watchMovedClicks } from './moved-click-guard.ts'

let take = (_name: string) => {}
let add = (_name: string) => {}

/** Rows with one button each; events simulate other users who remove and add rows. */
function Rows({ onPress }: { onPress: (name: string) => void }) {
  const [names, setNames] = useState(['First', 'Second', 'Third'])
  take = (name) => flushSync(() => setNames(names.filter((each) => each !== name)))
  add = (name) => flushSync(() => setNames([name, ...names]))
  return (
    <ul>
      {names.map((name) => (
        <li key={name} style={{ height: 60 }}>
          <button type="button" style={{ width: 200 }} onClick={() => onPress(name)}>{`Do ${name}`}</button>
        </li>
      ))}
    </ul>
  )
}

const showRows = async (onPress: (name: string) => void = () => {}) => {
  const pressed: string[] = []
  // All test files share one page, where another test may already have started the guard.
  onTestFinished(watchMovedClicks())
  await render(
    <Rows
      onPress={(name) => {
        pressed.push(name)
        onPress(name)
      }}
    />,
  )
  return pressed
}

const button = (name: string) => page.getByRole('button', { name: `Do ${name}` })

// The test sets this clock itself because Vitest's fake clock advances while a click waits for its button.
let now = 0
beforeEach(() => {
  now = 0
  const clock = performance.now
  performance.now = () => now
  onTestFinished(() => {
    performance.now = clock
  })
})

test('the second click of a double click does nothing on a row that moved under the pointer', async () => {
  const pressed = await showRows((name) => take(name))
  await button('First').dblClick()
  expect(pressed).toEqual(['First'])
  await expect.element(button('Second')).toBeVisible()
})

test('a click does nothing on a row that another user just moved under the pointer, and works half a second later', async () => {
  const pressed = await showRows()
  await button('First').hover()
  take('First')
  await button('Second').click()
  expect(pressed).toEqual([])
  now += 200
  await button('Second').click()
  expect(pressed).toEqual([])
  now += 500
  await button('Second').click()
  expect(pressed).toEqual(['Second'])
  add('New')
  await button('New').click()
  expect(pressed).toEqual(['Second'])
})

test('a click on a row that moved works if the user moved the pointer to it', async () => {
  const pressed = await showRows()
  await button('First').hover()
  take('First')
  await button('Third').click()
  expect(pressed).toEqual(['Third'])
})

test('a click on the control that was clicked last works as soon as it is back under the pointer', async () => {
  const pressed = await showRows()
  await button('First').click()
  add('New')
  await expect.element(button('New')).toBeVisible()
  take('New')
  await button('First').click()
  expect(pressed).toEqual(['First', 'First'])
})

test('a click works immediately on a control that a dialog covered until Escape closed it', async () => {
  const pressed = await showRows()
  const cover = document.body.appendChild(document.createElement('div'))
  onTestFinished(() => cover.remove())
  cover.role = 'dialog'
  cover.style.cssText = 'position: fixed; inset: 0'
  await userEvent.hover(cover, { position: { x: 30, y: 20 } })
  await userEvent.keyboard('{Escape}')
  now += 100
  cover.remove()
  await new Promise(requestAnimationFrame)
  await button('First').click({ position: { x: 30, y: 20 } })
  expect(pressed).toEqual(['First'])
})

test('repeated clicks on the same button all count, and the keyboard is not delayed', async () => {
  const pressed = await showRows()
  await button('First').click()
  await button('First').click()
  await button('First').dblClick()
  button('Second').element().focus()
  await userEvent.keyboard('{Enter}{Enter}')
  expect(pressed).toEqual(['First', 'First', 'First', 'First', 'Second', 'Second'])
})
