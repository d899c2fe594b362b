import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { countAudience } from '#contract/audience.ts'
import { checkAudience } from '#contract/audience-reach.ts'
import { maxFileSize } from '#contract/files/file-types.ts'
import { registerUpload, requestUpload } from '#contract/files/files.ts'
import { listPartners } from '#contract/partners/partners.ts'
import { createResource, type Resource } from '#contract/resources/resources.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { tabTo } from '#test/browser/keyboard.ts'
import {
  answerLibrary,
  category,
  expectToast,
  file,
  type Library,
  showLibrary,
} from '#test/browser/library.ts'
import { support } from '#test/browser/people.ts'
import { answer, callsSoFar, createGate, noNetwork, refusal } from '#test/browser/portal-responses.ts'
import { folder, resource } from '#test/browser/resource-rows.ts'
import { field } from '#test/browser/steps.ts'
import { answerUploads, chosen, drop, takeUploads } from '#test/browser/upload-responses.ts'

const uploaded = 'Resource uploaded successfully!'
const failedToUpload = 'Failed to upload resource. Please try again.'
const failedToProcess = 'Failed to process uploaded file. Please try again.'

const form = page.getByRole('dialog', { name: 'Upload New Resources (Admin Only)' })
const picker = form.getByLabelText('Files *')
const title = field(form, 'Title')
const submit = form.getByRole('button', { name: 'Upload resource' })
const progress = form.getByRole('progressbar')
const button = (name: string) => form.getByRole('button', { name, exact: true })
const rows = form.getByRole('list', { name: 'Files' }).getByRole('listitem')
const opener = page.getByRole('button', { name: 'Upload', exact: true })
const question = (name: string) => page.getByRole('alertdialog', { name })
const choose = (files: File | File[]) => userEvent.upload(picker, files)

/** Scrolls to the label of the picker, because axe does not count a label that is scrolled out of view. */
const showPickerLabel = async () => {
  const label = await form
    .getByText(/^Files/)
    .first()
    .findElement()
  label.scrollIntoView()
}

/** The resource that a request creates. What it says about the notification is not part of it. */
const madeFrom = (body: unknown) => {
  const { notify: _notify, line: _line, ...given } = body as Partial<Resource> & Record<string, unknown>
  return resource(given)
}

/** Shows the library to staff, stores what is uploaded, and opens the dialog. Returns the stored data. */
const showUpload = async (folders: Library['folders'] = [], query = '') => {
  const held: Library = { files: [], folders }
  answerLibrary(held)
  answer(countAudience, { partners: 0, inOnboarding: 0, groups: [] })
  answer(checkAudience, { partners: 3, emailed: 1, leftOut: { never_invited: 2 } })
  answer(listPartners, [])
  answer(createResource, ({ body }) => {
    const made = madeFrom(body)
    held.files.push(made)
    return made
  })
  await showLibrary(query, support)
  await opener.click()
  await expect.element(title).toBeVisible()
  return held
}

const showFolderUpload = async () => {
  const place = folder({ name: 'Posters', category: 'activation' })
  const held = await showUpload([place], `?folder=${place.id}`)
  return { held, place }
}

test('after an upload in a folder the form is empty', async () => {
  takeUploads()
  const place = folder({ name: 'Posters', category: 'activation' })
  await showUpload([place], `?folder=${place.id}`)
  await choose(chosen('Poster.pdf'))
  await expect.element(field(form, 'Folder')).toHaveValue(place.id)
  await submit.click()
  await expectToast(uploaded)
  await opener.click()
  for (const label of ['Title', 'Category', 'Folder', 'Description'])
    await expect.element(field(form, label)).toHaveValue('')
})

test('a folder belongs to the chosen category, and after an upload the form is empty again', async () => {
  takeUploads()
  const posters = folder({ name: 'Posters', category: 'activation' })
  const logos = folder({ name: 'Logos', category: 'creative' })
  const { files } = await showUpload([posters, logos])
  const [place, kind] = [field(form, 'Folder'), field(form, 'Category')]
  await choose(chosen('Poster.pdf'))
  await expect.element(title).toHaveValue('Poster')
  await expect.element(place).toBeDisabled()
  await kind.selectOptions('Creative Assets')
  await place.selectOptions('Logos')
  await kind.selectOptions('Activation Materials')
  await expect.element(place).toHaveValue('')
  await expect.element(place.getByRole('option', { name: 'Logos' })).not.toBeInTheDocument()
  await place.selectOptions('Posters')
  await field(form, 'Description').fill('For the window')
  await submit.click()
  await expectToast(uploaded)
  expect(files).toMatchObject([
    {
      title: 'Poster',
      category: 'activation',
      folderId: posters.id,
      description: 'For the window',
      fileType: 'pdf',
      assignedGroup: null,
      assignedPartnerIds: [],
    },
  ])
  await expect.element(form).not.toBeInTheDocument()
  await opener.click()
  await expect.element(picker).toBeInTheDocument()
  for (const label of ['Title', 'Category', 'Folder', 'Description'])
    await expect.element(field(form, label)).toHaveValue('')
})

test('files dropped on the page open the dialog for the place that is shown', async () => {
  const place = folder({ name: 'Dropped here', category: 'activation' })
  answerLibrary({ files: [], folders: [place] })
  answer(checkAudience, { partners: 3, emailed: 1, leftOut: { never_invited: 2 } })
  await showLibrary(`?folder=${place.id}`, support)
  const heading = await page.getByRole('heading', { name: 'Dropped here' }).findElement()
  drop(heading, [chosen('Only one.txt')])
  await expect.element(title).toHaveValue('Only one')
  await expect.element(field(form, 'Category')).toHaveValue('activation')
  await expect.element(field(form, 'Folder')).toHaveValue(place.id)
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.element(form).not.toBeInTheDocument()
  drop(heading, [chosen('One of two.txt'), chosen('Two of two.csv')])
  await expect.element(rows).toHaveLength(2)
})

test('a typed title stays, and an untouched one follows the file', async () => {
  await showUpload()
  await choose(chosen('First.txt'))
  await button('Remove First.txt').click()
  await expect.element(picker).toHaveFocus()
  await expect.element(title).toHaveValue('')
  await choose(chosen('Second.txt'))
  await expect.element(title).toHaveValue('Second')
  await title.fill('Mine')
  await button('Remove Second.txt').click()
  await choose(chosen('Third.txt'))
  await expect.element(title).toHaveValue('Mine')
})

test('the picker refuses invalid files before anything is sent', async () => {
  await showUpload()
  await submit.click()
  for (const message of ['Choose a file', 'Title is required', 'Category is required'])
    await expect.element(form.getByText(message, { exact: true })).toBeVisible()
  await expect.element(picker).toHaveFocus()
  await expectNoAxeViolations(form)
  const input = await picker.findElement()
  for (const [files, message] of [
    [[chosen('setup.exe')], 'setup.exe: This kind of file is not allowed.'],
    [
      [chosen('film.mp4', new Uint8Array(maxFileSize + 1))],
      'film.mp4: This file is too large. At most 50 MB.',
    ],
    [[chosen('notes.txt', '')], 'notes.txt: This file is empty.'],
  ] as const) {
    drop(input, [...files])
    await expect.element(form.getByText(message)).toBeVisible()
  }
  expect(callsSoFar().filter((call) => call.startsWith('POST') && !call.endsWith('/check'))).toEqual([])
})

test('Retry continues after a server error at any step of an upload, and nothing is lost', async () => {
  const sendings = takeUploads()
  const { files } = await showUpload()
  const restore = () => {
    answerUploads()
    answer(createResource, ({ body }) => {
      files.push(madeFrom(body))
      return files.at(-1) as Resource
    })
  }
  for (const [index, [endpoint, message]] of (
    [
      [requestUpload, failedToUpload],
      [registerUpload, failedToProcess],
      [createResource, failedToUpload],
    ] as const
  ).entries()) {
    if (index > 0) await opener.click()
    answer(endpoint, () => refusal('internal', 'Something went wrong.'))
    await choose(chosen(`Stumbling ${index}.pdf`))
    await field(form, 'Category').selectOptions('Creative Assets')
    await submit.click()
    await expectToast(message)
    await expect.element(form.getByText('Unknown error')).toBeVisible()
    // The form looks the same after each step, so axe checks it once.
    if (index === 0) {
      await showPickerLabel()
      await expectNoAxeViolations(form)
    }
    await expect.element(title).toHaveValue(`Stumbling ${index}`)
    restore()
    await button(`Retry Stumbling ${index}.pdf`).click()
    await expect.element(form).not.toBeInTheDocument()
    await expectToast(uploaded)
    // Bytes that have arrived are not sent again.
    expect(sendings).toHaveLength(index + 1)
    expect(files.at(-1)?.title).toBe(`Stumbling ${index}`)
  }
})

test('bytes that are lost on the way are sent again to a new address', async () => {
  const sendings = takeUploads({ isDelayed: true })
  const { files } = await showUpload()
  await choose(chosen('Cut.pdf'))
  await field(form, 'Category').selectOptions('Communication')
  await submit.click()
  await expect
    .element(progress)
    .toHaveAttribute('aria-valuetext', expect.stringMatching(/^1 byte.* of 18 bytes/))
  sendings[0]?.fail()
  await expectToast(failedToUpload)
  await expect.element(form.getByText('The connection was lost.')).toBeVisible()
  await expect.element(title).toHaveValue('Cut')
  await button('Retry Cut.pdf').click()
  await expect.poll(() => sendings.length).toBe(2)
  sendings[1]?.arrive()
  await expectToast(uploaded)
  expect(files).toMatchObject([{ title: 'Cut' }])
  expect(new Set(sendings.map(({ address }) => address)).size).toBe(2)
})

test('a file is uploaded for chosen partners by the keyboard alone', async () => {
  takeUploads()
  const { files } = await showUpload()
  const people = ['Alder', 'Birch', 'Cedar'].map((fullName, index) => ({
    id: `44444444-4444-4444-8444-00000000000${index}`,
    fullName,
    businessName: `${fullName} Hall`,
  }))
  answer(listPartners, ({ query }) =>
    people.filter(({ fullName }) => fullName.includes(query.get('search') ?? '')),
  )
  answer(checkAudience, ({ body }) => {
    const partners = (body as { assignedPartnerIds: string[] }).assignedPartnerIds.length
    return { partners, emailed: 0, leftOut: { in_onboarding: partners } }
  })
  await choose(chosen('By input.pdf'))
  await expect.element(picker).toHaveFocus()
  await tabTo(field(form, 'Category'))
  await userEvent.keyboard('cr')
  await tabTo(form.getByRole('radio', { name: 'Everyone', exact: false }))
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(form.getByRole('radio', { name: 'Chosen partners' })).toBeChecked()
  await tabTo(submit)
  await userEvent.keyboard('{Enter}')
  const search = form.getByRole('combobox', { name: 'Partners' })
  await expect.element(form.getByText('Choose at least one partner')).toBeVisible()
  await expect.element(search).toHaveFocus()
  for (const { fullName } of people) {
    await userEvent.fill(search, fullName)
    await expect.poll(() => form.getByRole('listbox').getByRole('option').elements()).toHaveLength(1)
    await userEvent.keyboard('{Enter}')
  }
  const chips = form.getByRole('list', { name: 'Chosen partners' })
  await tabTo(chips.getByRole('button', { name: /^Remove Birch/ }))
  await userEvent.keyboard('{Enter}')
  await expect.element(chips.getByRole('button', { name: /^Remove Cedar/ })).toHaveFocus()
  await expect
    .element(form.getByText('2 partners will see this · 0 will be emailed · 2 will not (in onboarding)'))
    .toBeVisible()
  await tabTo(submit)
  await userEvent.keyboard('{Enter}')
  await expectToast(uploaded)
  expect(files).toMatchObject([{ category: 'creative', assignedPartnerIds: [people[0]?.id, people[2]?.id] }])
})

test('a file that the portal refuses is named with the reason, and the typed values stay', async () => {
  takeUploads()
  const { files } = await showUpload()
  answer(registerUpload, () => refusal('unsupported_media_type', 'This file is not a PNG.'))
  await choose(chosen('Letter.png'))
  await field(form, 'Category').selectOptions('Creative Assets')
  await field(form, 'Description').fill('Typed with care')
  await submit.click()
  await expectToast(failedToProcess)
  await expect.element(form.getByText('Letter.png: This file is not a PNG.')).toBeVisible()
  await expect.element(title).toHaveValue('Letter')
  await expect.element(field(form, 'Description')).toHaveValue('Typed with care')
  expect(files).toEqual([])
  answerUploads()
  await choose(chosen('Letter.png', 'Now a picture'))
  await submit.click()
  await expectToast(uploaded)
  expect(files).toMatchObject([{ description: 'Typed with care', fileType: 'png' }])
})

test('an upload can be canceled, and closing its dialog or leaving the page asks first', async () => {
  const sendings = takeUploads({ isDelayed: true })
  const { files } = await showUpload()
  await choose(chosen('Stopped.pdf'))
  await field(form, 'Category').selectOptions('Creative Assets')
  await submit.click()
  await expect.element(progress).toBeVisible()
  await userEvent.keyboard('{Escape}')
  const stop = question('Stop the upload?')
  await expectNoAxeViolations(stop)
  await stop.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(progress).toBeVisible()
  const leaving = new Event('beforeunload', { cancelable: true })
  dispatchEvent(leaving)
  expect(leaving.defaultPrevented).toBe(true)
  await expectNoAxeViolations(form)
  await form
    .getByRole('button', { name: /^Cancel/ })
    .first()
    .click()
  await expect.element(progress).not.toBeInTheDocument()
  await expect.element(button('Remove Stopped.pdf')).toHaveFocus()
  await expect.element(submit).toBeEnabled()
  expect(sendings.map(({ hasStopped }) => hasStopped)).toEqual([true])
  expect(files).toEqual([])
  // The chosen file and category are not saved.
  await userEvent.keyboard('{Escape}')
  const discard = question('Discard your changes?')
  await expect.element(discard).toMatchTextContent('What you entered is not saved.')
  await discard.getByRole('button', { name: 'Discard' }).click()
  await expect.element(form).not.toBeInTheDocument()
})

test('Back during an upload asks first, too, and leaving stops the upload', async () => {
  const sendings = takeUploads({ isDelayed: true })
  history.replaceState(null, '', '/before')
  history.pushState(null, '', '/')
  await showUpload()
  await choose(chosen('Stepped back.pdf'))
  await field(form, 'Category').selectOptions('Creative Assets')
  await submit.click()
  await expect.element(progress).toBeVisible()
  const leave = question('Leave this page?')
  for (const _ of [1, 2]) {
    history.back()
    await expect.element(leave).toBeVisible()
    expect(location.pathname).toBe('/resources')
    await leave.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(progress).toBeVisible()
    await expect.element(title).toHaveValue('Stepped back')
  }
  history.back()
  await leave.getByRole('button', { name: 'Leave and stop' }).click()
  await expect.poll(() => location.pathname).toBe('/before')
  await expect.poll(() => sendings[0]?.hasStopped).toBe(true)
})

test('an upload that is canceled while it requests its address can start again at once', async () => {
  const sendings = takeUploads({ isDelayed: true })
  const { files } = await showUpload()
  const gate = createGate()
  let asked = 0
  answer(requestUpload, async () => {
    asked += 1
    const uploadURL = `/api/objects/upload/${asked}`
    if (asked === 1) await gate.opened
    return { uploadURL }
  })
  await choose(chosen('Begun twice.pdf'))
  await field(form, 'Category').selectOptions('Creative Assets')
  await submit.click()
  await expect.poll(() => asked).toBe(1)
  await form
    .getByRole('button', { name: /^Cancel/ })
    .first()
    .click()
  await submit.click()
  await expect.poll(() => sendings.length).toBe(1)
  gate.open()
  await new Promise((resolve) => setTimeout(resolve))
  for (const { arrive } of sendings) arrive()
  await expectToast(uploaded)
  expect(sendings.map(({ address }) => address)).toEqual([expect.stringMatching(/upload\/2$/)])
  expect(files).toHaveLength(1)
})

test('several files are uploaded with a title each, and a failed one does not affect the others', async () => {
  takeUploads()
  const { held, place } = await showFolderUpload()
  await expect.element(field(form, 'Category')).toHaveValue('activation')
  await expect.element(field(form, 'Folder')).toHaveValue(place.id)
  const names = ['One', 'Two', 'Three', 'Four']
  const good = names.map((name) => chosen(`${name}.csv`))
  const input = await picker.findElement()
  drop(input, [...good, chosen('Bad.png'), chosen('setup.exe')])
  await expect.element(form.getByRole('alert')).toMatchTextContent('1 file not added')
  await expect
    .element(form.getByRole('alert'))
    .toMatchTextContent('setup.exe: This kind of file is not allowed.')
  await expect.element(button('Upload 5 files')).toBeVisible()
  await expect.element(rows).toHaveLength(5)
  await field(rows.nth(1), 'Title').fill('')
  await button('Upload 5 files').click()
  await expect.element(rows.nth(1).getByText('Title is required')).toBeVisible()
  await expect.element(field(rows.nth(1), 'Title')).toHaveFocus()
  await field(rows.nth(1), 'Title').fill('Renamed')

  answer(requestUpload, ({ body }) => {
    const { fileName } = body as { fileName: string }
    return fileName === 'Three.csv' ? noNetwork() : { uploadURL: `/api/objects/upload/${fileName}` }
  })
  let registered = 0
  answer(registerUpload, ({ body }) => {
    registered += 1
    return (body as { resourceURL: string }).resourceURL.endsWith('Bad.png')
      ? refusal('unsupported_media_type', 'This file is not a PNG.')
      : { objectPath: `registered_file_${registered}` }
  })
  await button('Upload 5 files').click()
  await expect.element(form.getByText('3 uploaded, 2 failed', { exact: true })).toBeVisible()
  await expect.element(rows.nth(2).getByText('The connection was lost.')).toBeVisible()
  await expect.element(rows.nth(4).getByText('This file is not a PNG.')).toBeVisible()
  await showPickerLabel()
  await expectNoAxeViolations(form)
  const stored = () => held.files.map(({ title: each }) => each).toSorted()
  expect(stored()).toEqual(['Four', 'One', 'Renamed'])
  for (const each of held.files) expect(each).toMatchObject({ category: 'activation', folderId: place.id })

  answerUploads()
  await expect.element(button('Retry 1 file')).toBeVisible()
  await button('Retry Three.csv').click()
  await expect.element(form.getByText('4 uploaded, 1 failed', { exact: true })).toBeVisible()
  expect(stored()).toEqual(['Four', 'One', 'Renamed', 'Three'])
  await button('Done').click()
  await expect.element(form).not.toBeInTheDocument()
  for (const name of ['One', 'Renamed', 'Three', 'Four']) await expect.element(file(name)).toBeVisible()
})

test('two files are uploaded at a time, one can be canceled, and closing asks first', async () => {
  const sendings = takeUploads({ isDelayed: true })
  const { held } = await showFolderUpload()
  await choose(['One', 'Two', 'Three'].map((name) => chosen(`${name}.txt`)))
  await button('Upload 3 files').click()
  await expect.poll(() => sendings.length).toBe(2)
  await expect.element(form.getByText('Waiting', { exact: true })).toHaveLength(1)
  await expectNoAxeViolations(form)
  await button('Cancel One.txt').click()
  await expect.poll(() => sendings.length).toBe(3)
  await expect.element(field(rows.first(), 'Title')).toHaveValue('One')
  await userEvent.keyboard('{Escape}')
  const stop = question('Stop the upload?')
  await expectNoAxeViolations(stop)
  await stop.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(form).toBeVisible()
  for (const { arrive } of sendings.slice(1)) arrive()
  await expect.element(form.getByText('2 uploaded', { exact: true })).toBeVisible()
  await expect.element(button('Upload 1 file')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect.element(form).not.toBeInTheDocument()
  expect(held.files.map(({ title: each }) => each).toSorted()).toEqual(['Three', 'Two'])
})

test('chosen files are discarded only after a question', async () => {
  await showFolderUpload()
  const ask = question('Discard your changes?')
  const discard = async () => {
    await ask.getByRole('button', { name: 'Discard' }).click()
    await expect.element(form).not.toBeInTheDocument()
    await expect.element(opener).toHaveFocus()
    await opener.click()
  }
  await choose([chosen('Remaining.txt'), chosen('Another.txt')])
  await userEvent.keyboard('{Escape}')
  await ask.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(button('Upload 2 files')).toBeVisible()
  await button('Cancel').click()
  await discard()
  await expect.element(rows).toHaveLength(0)
  await form.getByRole('radio', { name: 'A group', exact: true }).click()
  await button('Close').click()
  await discard()
  await expect.element(form.getByRole('radio', { name: 'Everyone' })).toBeChecked()
  await userEvent.keyboard('{Escape}')
  await expect.element(form).not.toBeInTheDocument()
})

test('a further file makes rows of one, with what was typed, and a removed one brings the form back', async () => {
  takeUploads()
  const { files } = await showUpload()
  await choose(chosen('Loose.txt'))
  await title.fill('House rules')
  await field(form, 'Description').fill('For the wall')
  await choose([chosen('Menu.txt'), chosen('Hours.txt')])
  await expect.element(rows).toHaveLength(3)
  await expect.element(field(rows.first(), 'Title')).toHaveValue('House rules')
  await button('Remove Menu.txt').click()
  await expect.element(field(rows.nth(1), 'Title')).toHaveFocus()
  await tabTo(button('Remove Hours.txt'))
  await userEvent.keyboard('{Enter}')
  await expect.element(title).toHaveValue('House rules')
  await choose(chosen('Menu.txt'))
  await button('Upload 2 files').click()
  await expect.element(form.getByText('Category is required')).toBeVisible()
  await field(form, 'Category').selectOptions('Creative Assets')
  await button('Upload 2 files').click()
  await button('Done').click()
  await expect
    .element(category('Creative Assets').getByRole('link', { name: 'Menu', exact: true }))
    .toBeVisible()
  const common = { category: 'creative', folderId: null, description: 'For the wall' }
  expect(files).toMatchObject([
    { title: 'House rules', ...common },
    { title: 'Menu', ...common },
  ])
})

test('staff see whom a file reaches, write a line to them, or notify nobody', async () => {
  takeUploads()
  await showUpload()
  const sent: unknown[] = []
  answer(createResource, ({ body }) => {
    const { notify, line } = body as { notify: boolean; line: string | null }
    sent.push({ notify, line })
    return madeFrom(body)
  })
  await expect
    .element(form.getByText('3 partners will see this · 1 will be emailed · 2 will not (never invited)'))
    .toBeVisible()
  const upload = async (name: string) => {
    await choose(chosen(name))
    await field(form, 'Category').selectOptions('Creative Assets')
    await submit.click()
    await expect.element(form).not.toBeInTheDocument()
  }
  await field(form, 'A line to them (optional)').fill('Please hang it up.')
  await upload('Poster.pdf')
  await opener.click()
  await form.getByRole('checkbox', { name: 'Notify them' }).click()
  await expect.element(form.getByText('3 partners will see this · Nobody will be notified')).toBeVisible()
  await expect.element(field(form, 'A line to them (optional)')).not.toBeInTheDocument()
  await upload('Quiet.pdf')
  expect(sent).toEqual([
    { notify: true, line: 'Please hang it up.' },
    { notify: false, line: null },
  ])
})
