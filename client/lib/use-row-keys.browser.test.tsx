import { useRef, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { turnShortcuts } from './single-keys.ts'
import { useRowKeys } from './use-row-keys.ts'

afterEach(() => {
  turnShortcuts(true)
})

function List({ name, ids, onMoveOpen }: { name: string; ids: string[]; onMoveOpen?: (id: string) => void }) {
  const ref = useRef<HTMLUListElement>(null)
  const [marked, setMarked] = useState<string[]>([])
  const [gone, setGone] = useState<string[]>([])
  const [open, setOpen] = useState<string>()
  useRowKeys(ref, {
    keys: {
      x: (id) => setMarked((former) => [...former, id]),
      e: (id) => setGone((former) => [...former, id]),
    },
    ...(onMoveOpen && {
      onMoveOpen: (id: string) => {
        setOpen(id)
        onMoveOpen(id)
      },
    }),
  })
  return (
    <>
      <ul ref={ref} data-row-keys aria-label={name}>
        {ids
          .filter((id) => !gone.includes(id))
          .map((id) => (
            <li key={id} data-row-id={id}>
              <input type="checkbox" aria-label={`Select ${id}`} />
              <button type="button" aria-current={open === id} onClick={() => setOpen(id)}>
                {id}
              </button>
            </li>
          ))}
      </ul>
      <output aria-label={`Marked in ${name}`}>{marked.join(' ')}</output>
    </>
  )
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const marked = (name: string) => page.getByRole('status', { name: `Marked in ${name}` })

test('j and k move between the rows of the list with the focus, or else of the first list', async () => {
  await render(
    <>
      <List name="first" ids={['a', 'b', 'c']} />
      <List name="second" ids={['d', 'e']} />
    </>,
  )
  await userEvent.keyboard('x')
  await userEvent.keyboard('j')
  await expect.element(button('a')).toHaveFocus()
  await userEvent.keyboard('jx')
  await expect.element(marked('first')).toHaveTextContent('b')
  await userEvent.keyboard('jjj')
  await expect.element(button('c')).toHaveFocus()
  // A key that a row does not have is left to others, and so is one with Ctrl.
  await userEvent.keyboard('qk{Control>}x{/Control}')
  await expect.element(button('b')).toHaveFocus()
  // The row that takes the place of a gone one is next.
  await userEvent.keyboard('e')
  await expect.element(button('b')).not.toBeInTheDocument()
  await userEvent.keyboard('j')
  await expect.element(button('c')).toHaveFocus()
  // Keys work where the focus is on the checkbox of a row.
  await page.getByRole('checkbox', { name: 'Select d' }).click()
  await userEvent.keyboard('xj')
  await expect.element(button('e')).toHaveFocus()
  await expect.element(marked('second')).toHaveTextContent('d')
  expect(marked('first').element().textContent).toBe('b')
})

test('j and k open the next row in place of the open one', async () => {
  const opened: string[] = []
  await render(<List name="first" ids={['a', 'b', 'c']} onMoveOpen={(id) => opened.push(id)} />)
  await userEvent.keyboard('j')
  expect(opened).toEqual([])
  await userEvent.keyboard('{Enter}')
  ;(document.activeElement as HTMLElement).blur()
  await userEvent.keyboard('jj')
  await expect.poll(() => opened).toEqual(['b', 'c'])
  await expect.element(button('c')).toHaveFocus()
  await userEvent.keyboard('jk')
  await expect.poll(() => opened).toEqual(['b', 'c', 'b'])
})

test('keys do nothing in text fields, behind a dialog, and where shortcuts are off', async () => {
  const view = (
    <>
      <List name="first" ids={['a', 'b']} />
      <input aria-label="Text" />
    </>
  )
  const screen = await render(view)
  await page.getByRole('textbox', { name: 'Text' }).fill('')
  await userEvent.keyboard('jx')
  await expect.element(page.getByRole('textbox', { name: 'Text' })).toHaveValue('jx')
  ;(document.activeElement as HTMLElement).blur()
  turnShortcuts(false)
  await userEvent.keyboard('j')
  expect(document.activeElement).toBe(document.body)
  turnShortcuts(true)
  await screen.rerender(
    <>
      {view}
      <div role="dialog" aria-modal="true" aria-label="Dialog">
        <List name="inner" ids={['c']} />
      </div>
    </>,
  )
  await userEvent.keyboard('j')
  await expect.element(button('c')).toHaveFocus()
})

function Plain() {
  const ref = useRef<HTMLUListElement>(null)
  const [opened, setOpened] = useState('')
  useRowKeys(ref, {})
  return (
    <>
      <ul ref={ref} data-row-keys>
        {['a', 'b'].map((id) => (
          <li key={id} data-row-id={id}>
            <input type="checkbox" aria-label={`Select ${id}`} />
            <button type="button" aria-haspopup="menu" onClick={() => setOpened(id)}>
              {`Actions for ${id}`}
            </button>
            <span data-lead>
              <a href={`#${id}`}>{id}</a>
            </span>
          </li>
        ))}
      </ul>
      <output aria-label="Opened">{opened}</output>
    </>
  )
}

test('without keys of its own, a list has x for the checkbox of a row and e for its menu, and the focus is on the lead', async () => {
  await render(<Plain />)
  await userEvent.keyboard('jj')
  await expect.element(page.getByRole('link', { name: 'b' })).toHaveFocus()
  await userEvent.keyboard('x')
  await expect.element(page.getByRole('checkbox', { name: 'Select b' })).toBeChecked()
  await userEvent.keyboard('e')
  await expect.element(page.getByRole('status', { name: 'Opened' })).toHaveTextContent('b')
})
