import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Badge } from './badge.tsx'
import { Button } from './button.tsx'
import { Checkbox } from './checkbox.tsx'
import { Choice, ChoiceGroup } from './choice-group.tsx'
import { ProgressBar } from './progress.tsx'
import { TabLinks } from './tab-links.tsx'

/** Makes the browser replace all colors, as in the high contrast mode of Windows. */
const forceColors = (scheme: 'light' | 'dark' | null) =>
  (cdp() as { send: (method: string, params: object) => Promise<unknown> }).send(
    'Emulation.setEmulatedMedia',
    {
      features: [
        { name: 'forced-colors', value: scheme ? 'active' : '' },
        { name: 'prefers-color-scheme', value: scheme ?? '' },
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ],
    },
  )

const noColor = new Set(['rgba(0, 0, 0, 0)', 'transparent'])

/** Returns the visible properties of an element that do not depend on color: its lines, and whether the browser draws it. */
const linesOf = (element: Element) => {
  const style = getComputedStyle(element)
  const canvas = getComputedStyle(document.documentElement).backgroundColor
  const isSeen = (color: string) => !noColor.has(color) && color !== canvas
  return {
    appearance: style.appearance,
    border: isSeen(style.borderTopColor) ? `${style.borderTopWidth} ${style.borderTopStyle}` : 'none',
    outline: style.outlineStyle === 'none' ? 'none' : `${style.outlineWidth} ${style.outlineStyle}`,
    decoration: style.textDecorationLine,
    weight: style.fontWeight,
    isFilled: isSeen(style.backgroundColor),
  }
}

const lines = (role: Parameters<typeof page.getByRole>[0], name: string) =>
  linesOf(page.getByRole(role, { name, exact: true }).element())

describe.each(['light', 'dark'] as const)('with forced colors in a %s theme', (scheme) => {
  beforeEach(() => forceColors(scheme))
  afterEach(() => forceColors(null))

  test('a checkbox and a radio button are drawn by the browser, which shows whether they are checked', async () => {
    await render(
      <>
        <Checkbox label="I agree" defaultChecked />
        <ChoiceGroup label="Reason">
          <Choice name="reason" label="First" defaultChecked />
          <Choice name="reason" label="Second" />
        </ChoiceGroup>
      </>,
    )
    expect(lines('checkbox', 'I agree').appearance).toBe('auto')
    expect(lines('radio', 'First').appearance).toBe('auto')
    const [first, second] = ['First', 'Second'].map((name) =>
      linesOf(page.getByRole('radio', { name }).element().closest('label') as Element),
    )
    expect(first).not.toEqual(second)
  })

  test('a line distinguishes the current tab, the pressed button and the selected row from the others', async () => {
    await render(
      <>
        <TabLinks
          label="Sections"
          tabs={[
            { label: 'Tasks', isCurrent: true, link: { href: '/tasks' } },
            { label: 'Files', isCurrent: false, link: { href: '/files' } },
          ]}
        />
        <button type="button" aria-pressed="true">
          Reply
        </button>
        <button type="button" aria-pressed="false">
          Note
        </button>
        <table>
          <tbody>
            <tr aria-label="One" aria-selected="true" />
            <tr aria-label="Two" aria-selected="false" />
          </tbody>
        </table>
      </>,
    )
    expect(lines('link', 'Tasks')).not.toEqual(lines('link', 'Files'))
    expect(lines('button', 'Reply')).not.toEqual(lines('button', 'Note'))
    expect(lines('row', 'One')).not.toEqual(lines('row', 'Two'))
  })

  test('a button, a badge and a bar have visible edges, and the full part of the bar is filled', async () => {
    await render(
      <>
        <Button variant="primary">Sign</Button>
        <Button disabled>Send</Button>
        <Badge tone="danger">Overdue</Badge>
        <ProgressBar label="Upload" value={1} max={2} valueText="1 of 2" />
      </>,
    )
    expect(lines('button', 'Sign').border).toBe('1px solid')
    expect(lines('button', 'Send').border).toBe('1px dashed')
    expect(linesOf(page.getByText('Overdue').element()).border).toBe('1px solid')
    expect(lines('progressbar', 'Upload').border).toBe('1px solid')
    const bar = page.getByRole('progressbar').element()
    expect(linesOf(bar.firstElementChild as Element).isFilled).toBe(true)
    expect(linesOf(bar).isFilled).toBe(false)
  })

  test('the parts of a bar in a chart, and today in a calendar, differ by more than color', async () => {
    await render(
      <>
        <span data-part="filled" className="border">
          First
        </span>
        <span data-part="hollow" className="border">
          Second
        </span>
        <span data-today>20</span>
        <span>21</span>
      </>,
    )
    const [first, second] = ['First', 'Second'].map((part) => linesOf(page.getByText(part).element()))
    expect(first).toMatchObject({ isFilled: true, border: '1px solid' })
    expect(second).toMatchObject({ isFilled: false, border: '1px solid' })
    const [today, other] = ['20', '21'].map((day) => linesOf(page.getByText(day).element()))
    expect(today).toMatchObject({ outline: '2px solid', decoration: 'underline' })
    expect(other).toMatchObject({ outline: 'none', decoration: 'none' })
  })

  test('the focus is outlined, and differs from what is selected', async () => {
    await render(
      <button type="button" aria-pressed="true">
        Reply
      </button>,
    )
    const before = lines('button', 'Reply')
    // The test uses the keyboard, because whether the browser shows a focus set by a script depends on earlier input.
    await userEvent.keyboard('{Tab}')
    await expect.element(page.getByRole('button')).toHaveFocus()
    expect(lines('button', 'Reply').outline).toBe('3px solid')
    expect(before.outline).toBe('none')
  })
})
