import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { getFile } from '#contract/files/files.ts'
import { fileInfectedMessage } from '#contract/files/quarantine-messages.ts'
import { listQuarantinedFiles } from '#contract/files/quarantined-files.ts'
import { checkReminders } from '#contract/partners/reminders.ts'
import {
  getResource,
  listNotDownloaded,
  listResourceDownloads,
  listResources,
  listResourceVersions,
  type Resource,
  type ResourceDownload,
  recordDownload,
} from '#contract/resources/resources.ts'
import { answerLibrary, catchSaves, file, row, showLibrary } from '#test/browser/library.ts'
import { partner, profile, support } from '#test/browser/people.ts'
import { answer, callsSoFar, createGate, refusal } from '#test/browser/portal-responses.ts'
import { folder, resource } from '#test/browser/resource-rows.ts'
import { texts } from '#test/browser/steps.ts'

const preview = page.getByRole('dialog')
const address = () => location.pathname + location.search

/** Shows the files of a folder. Their type has no preview unless another type is given. */
const showFiles = async (titles: string[], user = partner, given: Partial<Resource> = {}) => {
  const place = folder({ fileCount: titles.length })
  const files = titles.map((title) => resource({ title, folderId: place.id, fileType: 'xlsx', ...given }))
  answerLibrary({ files, folders: [place] })
  await showLibrary(`?folder=${place.id}`, user)
  return { place, files, before: address() }
}

test('a type without a preview shows a message and offers the download', async () => {
  const saved = catchSaves()
  const { files } = await showFiles(['Shift plan'])
  answer(recordDownload, { downloadCount: 1 })
  await file('Shift plan').click()
  await expect.element(preview).toMatchTextContent('No preview for XLSX files. Download to view.')
  await preview.getByRole('button', { name: 'Download' }).click()
  await expect.poll(() => saved).toEqual([`/objects/${files[0]?.filePath}?download as Shift plan`])
})

test('a text that fails to load shows an error, and Retry loads it', async () => {
  await showFiles(['House rules'], partner, { fileType: 'txt' })
  answer(getFile, () => new Response('', { status: 500 }))
  await file('House rules').click()
  const alert = preview.getByRole('alert')
  await expect.element(alert).toMatchTextContent('The preview could not be loaded')
  answer(getFile, () => new Response('Be early.'))
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect.element(preview).toMatchTextContent('Be early.')
  await expect.element(alert).not.toBeInTheDocument()
})

test('a long text shows its beginning, a table its rows, and a PDF that fails to load an error', async () => {
  const [text, table, guide] = [
    resource({ title: 'Long text', fileSize: 280_007 }),
    resource({ title: 'Guest counts', fileType: 'csv' }),
    resource({ title: 'Set-up guide', fileType: 'pdf' }),
  ]
  answerLibrary({ files: [text, table, guide], folders: [] })
  answer(
    getFile,
    ({ params }) =>
      new Response(params.filePath === table.filePath ? 'Day,Place\nFriday,"Entrance, left"' : 'Be early.'),
  )
  const head = { ...getFile, method: 'HEAD' } as unknown as typeof getFile
  answer(head, refusal('internal'))
  await showLibrary('', partner)
  const open = async (title: string) => {
    await userEvent.keyboard('{Escape}')
    await file(title).first().click()
  }
  await open('Long text')
  await expect.element(preview).toMatchTextContent('Be early.')
  await expect
    .element(preview)
    .toMatchTextContent('First 200 KB of 273 KB. Download the file to read the rest.')
  await open('Guest counts')
  await expect.poll(() => texts(preview.getByRole('columnheader'))).toEqual(['Day', 'Place'])
  expect(texts(preview.getByRole('cell'))).toEqual(['Friday', 'Entrance, left'])
  await open('Set-up guide')
  await expect.element(preview.getByRole('alert')).toMatchTextContent('The preview could not be loaded')
})

test('a quarantined file cannot be opened or downloaded, and says why', async () => {
  const [infected, waiting] = [resource({ title: 'Brochure' }), resource({ title: 'Stage note' })]
  answerLibrary({ files: [infected, waiting], folders: [] })
  const [first, second] = [infected, waiting].map(({ filePath }) => filePath) as [string, string]
  answer(listQuarantinedFiles, [
    { filePath: first, verdict: 'infected', threat: 'Eicar' },
    { filePath: second, verdict: 'waiting', threat: null },
  ])
  await showLibrary('?category=creative', support)
  await expect.element(row('Brochure')).toMatchTextContent('Virus found: Eicar')
  await expect.element(row('Stage note')).toMatchTextContent('Checking for viruses')
  answer(listQuarantinedFiles, [{ filePath: first, verdict: 'infected', threat: null }])
  await showLibrary('?category=creative', partner)
  await expect.element(row('Brochure').getByText('Virus found')).toBeVisible()
  const download = (title: string) => page.getByRole('button', { name: `Download ${title}` })
  await expect.element(download('Stage note')).toBeVisible()
  await expect.element(download('Brochure')).not.toBeInTheDocument()
  await file('Brochure').click()
  await expect.element(preview).toMatchTextContent(fileInfectedMessage)
  await expect.element(preview.getByRole('button', { name: 'Download' })).not.toBeInTheDocument()
})

test('Back closes a preview, Forward opens it again, and closing it returns to its file', async () => {
  const { files, before } = await showFiles(['Logo for screens', 'Logo, drawn'])
  await file('Logo, drawn').click()
  await expect.element(preview).toHaveAccessibleName('Logo, drawn')
  expect(address()).toBe(`${before}&file=${files[1]?.id}`)
  history.back()
  await expect.element(preview).not.toBeInTheDocument()
  expect(address()).toBe(before)
  await expect.element(file('Logo, drawn')).toHaveFocus()

  history.forward()
  await expect.element(preview).toHaveAccessibleName('Logo, drawn')
  await preview.getByRole('button', { name: 'Previous file' }).click()
  await expect.element(preview).toHaveAccessibleName('Logo for screens')
  await preview.getByRole('button', { name: 'Close' }).click()
  await expect.element(file('Logo for screens')).toHaveFocus()
  expect(address()).toBe(before)
})

test('a link opens the preview in the file’s folder or elsewhere, and closing it stays on the page', async () => {
  const { files, before } = await showFiles(['Logo, drawn'])
  for (const [link, after] of [
    [`${before}&file=${files[0]?.id}`, before],
    [`/resources?file=${files[0]?.id}`, '/resources'],
  ] as const) {
    const [found] = files
    if (found) answer(getResource, found)
    await showLibrary(link.replace('/resources', ''), partner)
    await expect.element(preview).toHaveAccessibleName('Logo, drawn')
    await preview.getByRole('button', { name: 'Close' }).click()
    await expect.element(preview).not.toBeInTheDocument()
    expect(address()).toBe(after)
  }
})

test('a double click on Close closes the preview without leaving the page', async () => {
  const { before } = await showFiles(['Beach at noon'])
  await file('Beach at noon').click()
  await expect.element(preview).toHaveAccessibleName('Beach at noon')
  await preview.getByRole('button', { name: 'Close' }).dblClick()
  await expect.element(preview).not.toBeInTheDocument()
  // Both clicks come before the browser has gone back; the second click of a real double click may reach the page below.
  await file('Beach at noon').click()
  const close = (await preview.getByRole('button', { name: 'Close' }).findElement()) as HTMLElement
  const back = vi.spyOn(history, 'back')
  close.click()
  close.click()
  await expect.element(preview).not.toBeInTheDocument()
  await expect.element(file('Beach at noon')).toHaveFocus()
  expect(back).toHaveBeenCalledOnce()
  back.mockRestore()
  expect(address()).toBe(before)
})

test('a preview closed while the next page of its list loads stays closed', async () => {
  const titles = Array.from({ length: 51 }, (_, index) => `Page ${index + 1}`)
  const { files, before } = await showFiles(titles)
  const gate = createGate()
  answer(listResources, async ({ query }) => {
    expect(query.get('page')).toBe('2')
    await gate.opened
    return { page: files.slice(50), total: 51 }
  })
  const asked = callsSoFar().length
  await file('Page 50').click()
  await preview.getByRole('button', { name: 'Next file' }).click()
  await expect.poll(() => callsSoFar().slice(asked)).toContain('GET /api/resources')
  await userEvent.keyboard('{Escape}')
  await expect.element(preview).not.toBeInTheDocument()
  gate.open()
  await expect.element(file('Page 51')).toBeVisible()
  await expect.element(preview).not.toBeInTheDocument()
  expect(address()).toBe(before)
})

test('a link to a file that is missing or hidden shows an error', async () => {
  answerLibrary({ files: [], folders: [] })
  answer(getResource, refusal('not_found'))
  await showLibrary('?file=018f0000-0000-7000-8000-000000000001', partner)
  await expect.element(preview).toMatchTextContent('This file is not available.')
  await userEvent.keyboard('{Escape}')
  await expect.element(preview).not.toBeInTheDocument()
  expect(address()).toBe('/resources')
})

test('staff remind who has not downloaded a file', async () => {
  const { files } = await showFiles(['Price list'], support)
  answer(listResourceVersions, [])
  answer(listResourceDownloads, { page: [], total: 0 })
  const hall = { id: profile.id, fullName: 'Paula Ortega', businessName: 'Harbour Hall' }
  answer(listNotDownloaded, { page: [hall], total: 1 })
  const checked: unknown[] = []
  answer(checkReminders, ({ body }) => {
    checked.push(body)
    return { total: 1, reached: 0, leftOut: { never_invited: 1 }, email: null }
  })
  await file('Price list').click()
  const waiting = preview.getByRole('region', { name: 'Not downloaded' })
  await expect.element(waiting.getByRole('link', { name: 'Harbour Hall' })).toBeVisible()
  await waiting.getByRole('button', { name: 'Remind…' }).click()
  const remind = page.getByRole('dialog', { name: 'Remind' })
  await expect.element(remind.getByText('1 never invited')).toBeVisible()
  // A button that does nothing would look as if the reminder had been sent.
  await expect.element(remind.getByRole('button', { name: 'Remind', exact: true })).toBeDisabled()
  expect(checked).toEqual([{ about: { kind: 'resources', ids: [files[0]?.id] } }])
})

test('staff see the downloads of a file with their users, in pages, and versions that failed to load are read again', async () => {
  const person = { ...partner, firstName: null, lastName: null }
  const { id, firstName, lastName, email } = person
  const hall = { id: profile.id, fullName: 'Paula Ortega', businessName: 'Harbour Hall' }
  const downloads = Array.from(
    { length: 30 },
    (_, index): ResourceDownload => ({
      id: crypto.randomUUID(),
      downloadedAt: new Date(Date.UTC(2026, 0, 1, 15, 29 - index)).toISOString(),
      user: { id, firstName, lastName, email: index === 29 ? 'nobody@example.com' : email },
      partner: index === 29 ? null : hall,
    }),
  )
  const { files } = await showFiles(['Popular', 'Untouched'], support)
  answer(listResourceVersions, () => refusal('internal'))
  answer(listResourceDownloads, ({ params, query }) => {
    const all = params.id === files[0]?.id ? downloads : []
    const from = (Number(query.get('page') ?? 1) - 1) * 20
    return { page: all.slice(from, from + Number(query.get('limit'))), total: all.length }
  })
  await file('Popular').click()
  const list = preview.getByRole('region', { name: 'Downloads' })
  const rows = list.getByRole('listitem')
  await expect.element(list.getByText('30 downloads', { exact: true })).toBeVisible()
  await expect.element(rows).toHaveLength(20)
  await expect.element(rows.first()).toMatchTextContent('Harbour Hall')
  await expect.element(rows.first()).toMatchTextContent('Jan 1, 2026, 10:29 AM')
  await list.getByRole('button', { name: 'Show more' }).click()
  await expect.element(rows).toHaveLength(30)
  await expect.element(rows.last()).toMatchTextContent('nobody@example.com')
  await expect.element(list.getByRole('button', { name: 'Show more' })).not.toBeInTheDocument()

  const versions = preview.getByRole('region', { name: 'Versions' })
  await expect.element(versions.getByRole('alert')).toMatchTextContent('The versions could not be loaded')
  answer(listResourceVersions, [
    {
      id: crypto.randomUUID(),
      fileName: 'popular.xlsx',
      fileType: 'xlsx',
      fileSize: 54,
      sha256: 'ab'.repeat(32),
      held: null,
      uploadedBy: null,
      createdAt: '2026-01-01T15:00:00.000Z',
    },
  ])
  await versions.getByRole('button', { name: 'Retry' }).click()
  await expect.element(versions.getByRole('listitem')).toHaveLength(1)
  await userEvent.keyboard('{Escape}')
  await expect.element(preview).not.toBeInTheDocument()

  await file('Untouched').click()
  await expect.element(list.getByText('No downloads yet')).toBeVisible()
})
