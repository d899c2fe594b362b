import { useState } from 'react'
import { flushSync } from 'react-dom'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Menu, MenuItem } from './menu.tsx'
import { useFocusOfGoneRow } from './use-focus-of-gone-row.ts'

/** Two rows with menus. "Mark Complete" removes its own menu item at once, and "Delete" removes the whole row at once. */
function Rows() {
  const [rows, setRows] = useState([
    { name: 'First', isDone: false },
    { name: 'Second', isDone: false },
  ])
  const focusOfGoneRow = useFocusOfGoneRow()
  const complete = (name: string) =>
    flushSync(() => setRows(rows.map((row) => (row.name === name ? { ...row, isDone: true } : row))))
  const remove = (name: string) => flushSync(() => setRows(rows.filter((row) => row.name !== name)))
  return (
    <div {...focusOfGoneRow}>
      <ul>
        {rows.map(({ name, isDone }) => (
          <li key={name} tabIndex={-1}>
            <Menu trigger={<button type="button">Actions for {name}</button>}>
              {isDone ? null : <MenuItem onSelect={() => complete(name)}>Mark Complete</MenuItem>}
              <MenuItem onSelect={() => remove(name)}>Delete</MenuItem>
            </Menu>
          </li>
        ))}
      </ul>
    </div>
  )
}

const actionsFor = (name: string) => page.getByRole('button', { name: `Actions for ${name}` })

/** Chooses an item of a row's menu with the keyboard. */
const choose = async (name: string, label: string) => {
  ;(await actionsFor(name).findElement()).focus()
  await userEvent.keyboard('{Enter}')
  const item = page.getByRole('menuitem', { name: label })
  await expect.element(page.getByRole('menuitem').first()).toHaveFocus()
  while (document.activeElement !== item.element()) await userEvent.keyboard('{ArrowDown}')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
}

test('a menu whose item disappears while the menu closes returns the focus to its button', async () => {
  await render(<Rows />)
  await choose('First', 'Mark Complete')
  await expect.element(actionsFor('First')).toHaveFocus()
})

test('a row that its own menu removes passes the focus to the row that takes its place', async () => {
  await render(<Rows />)
  await choose('First', 'Delete')
  await expect.element(page.getByRole('listitem')).toHaveFocus()
  await expect.element(page.getByRole('listitem')).toHaveTextContent('Actions for Second')
})
