import { stringify } from 'csv-stringify/sync'
import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { maxImportBytes } from '#contract/limits.ts'
import type { ImportedRow } from '#contract/partners/import.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { users } from '#server/db/schema/users.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { databaseState } from '#test/database.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { activityTypesOf, documentsOf } from '#test/partner-rows.ts'
import { rounds } from '#test/rounds.ts'

const portal = await createTestApp()
const { db } = portal
afterAll(portal.close)

const url = '/api/admin/partners/import'
const headers = { 'content-type': 'text/csv' }

const signInStaff = async () => {
  const user = await createUser(portal, { role: 'support' })
  return { user, browser: await portal.signIn(user) }
}

let made = 0
const newRow = (row: Record<string, string> = {}) => {
  made += 1
  return {
    'Full name': 'Dana van Whitfield',
    'E-mail': `import-${made}@coast.test`,
    'Business name': `Hall ${made}`,
    State: 'AL',
    'Main marketing contact': 'Robin Vale',
    'Business website': 'https://hall.example.com',
    Group: '',
    ...row,
  }
}
const needed = 'Full name,Email,Business name,State,Main marketing contact,Business website'
const fileOf = (rows: Record<string, string>[]) => stringify(rows, { header: true })

const check = async (text: string | Buffer) => {
  const { browser } = await signInStaff()
  const response = await browser.post(`${url}/check`, text, headers)
  return { response, rows: (response.json().rows ?? []) as ImportedRow[] }
}
const profileOf = async (email: string) =>
  (await db.select().from(partnerProfiles).where(eq(partnerProfiles.email, email)))[0]

describe('the dry run', () => {
  test('lists what would happen to each row, and stores nothing', async () => {
    const [known, partner] = [await createUser(portal), await createPartner(portal)]
    const disabled = await createUser(portal, { disabledAt: new Date() })
    const good = newRow()
    const text = fileOf([
      good,
      newRow({ 'E-mail': known.email.toUpperCase() }),
      newRow({ 'E-mail': partner.user.email }),
      newRow({ 'E-mail': disabled.email }),
      newRow({ 'E-mail': good['E-mail'].toUpperCase() }),
      newRow({ State: 'Nowhere', 'Business website': 'javascript:alert(1)', 'Full name': ' ' }),
    ])
    const { browser } = await signInStaff()
    const before = await databaseState(db)
    const response = await browser.post(`${url}/check`, text, headers)
    expect(response.statusCode).toBe(200)
    expect(await databaseState(db)).toEqual(before)
    const { rows, added, changed, refused } = response.json()
    expect({ added, changed, refused }).toEqual({ added: 2, changed: 1, refused: 3 })
    expect(rows.map(({ row, outcome }: ImportedRow) => [row, outcome])).toEqual([
      [2, 'new_user'],
      [3, 'existing_user'],
      [4, 'changed'],
      [5, 'refused'],
      [6, 'refused'],
      [7, 'refused'],
    ])
    expect(rows.slice(3).map(({ problems }: ImportedRow) => problems)).toEqual([
      [{ field: 'email', message: 'This user is disabled.' }],
      [{ field: 'email', message: 'Row 2 has the same email.' }],
      [
        { field: 'state', message: 'Enter a US state, for example, FL or Florida' },
        { field: 'businessWebsite', message: 'Valid website URL is required' },
      ],
    ])
  })

  test.each([
    ['nothing', '', 'The file is empty.'],
    ['a heading alone', `${needed}\n\n`, 'The file has no rows below the headings.'],
    [
      'a workbook in it',
      Buffer.from('PK\u0003\u0004'),
      'This is an Excel workbook, not a CSV file. Save it as "CSV UTF-8" in your spreadsheet.',
    ],
  ])('of a file with %s names the error', async (_what, text, message) => {
    const { response } = await check(text)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({ message, code: 'bad_request', fields: { file: message } })
  })

  test('of a file with an unclosed quote, too large or of another type is refused clearly', async () => {
    expect((await check(`${needed}\n"ann`)).response.json().message).toMatch(
      /^The file cannot be read as CSV: /,
    )
    const large = await check(Buffer.alloc(maxImportBytes + 1, 'x'))
    expect(large.response.statusCode).toBe(413)
    expect(large.response.json().message).toBe('The file is too large. At most 10 MB.')
    const { browser } = await signInStaff()
    const json = await browser.post(`${url}/check`, { rows: [] })
    expect(json.statusCode).toBe(415)
    expect(json.json().message).toBe('The content type must be text/csv')
  })

  // Spreadsheets write as many cells in each row as there are headings.
  const otherCells = needed.replace(/[^,]/g, '')

  test.each([
    ['empty lines', '\n', 'The file has more than 100000 rows, including empty ones. Delete the empty rows.'],
    [
      'rows of empty cells',
      `${otherCells}\n`,
      'The file has more than 100000 rows, including empty ones. Delete the empty rows.',
    ],
    ['rows', `a${otherCells}\n`, 'The file has too many rows. At most 20000 at a time.'],
    ['empty cells', ',', 'Row 2 has more than 200 cells.'],
  ])('of a file of ten megabytes of %s stops reading early', async (_what, piece, message) => {
    const heading = `${needed}\n`
    const text = heading + piece.repeat(Math.floor((maxImportBytes - heading.length - 1) / piece.length))
    // If the whole file were parsed, the unclosed quote would be the error.
    expect((await check(`${text}"`)).response.json().message).toBe(message)
  })

  test('finds a user by email in any case', async () => {
    const [known, partner] = [await createUser(portal), await createPartner(portal)]
    const { rows } = await check(
      fileOf([
        newRow({ 'E-mail': ` ${known.email.toUpperCase()} ` }),
        newRow({ 'E-mail': `\t${partner.user.email}` }),
      ]),
    )
    expect(rows.map(({ outcome }) => outcome)).toEqual(['existing_user', 'changed'])
  })

  test('counts empty rows as a spreadsheet does', async () => {
    const [heading, first, second] = fileOf([newRow({ 'Full name': 'Ann\nLee' }), newRow()]).split(
      /\n(?!Lee)/,
    )
    const { rows } = await check([heading, '', first, ',,', '', second, ''].join('\n'))
    expect(rows.map(({ row }) => row)).toEqual([3, 6])
  })

  test('reads headings named after fields, semicolons, a byte order mark, and rows of another length', async () => {
    const heading = 'fullName;E-MAIL;state;BUSINESS NAME;mainMarketingContact;businessWebsite'
    const { rows } = await check(
      `\ufeff${heading}\r\nAnn;ann@example.test;AL;Hall;Bo;https://hall.test\r\n\r\nBen;ben@example.test\r\n`,
    )
    expect(rows.map(({ row, fullName, email }) => [row, fullName, email])).toEqual([
      [2, 'Ann', 'ann@example.test'],
      [4, 'Ben', 'ben@example.test'],
    ])
    expect(rows[1]?.outcome).toBe('new_user')
  })
})

describe('the import', () => {
  test('creates users and unconfirmed profiles with agreements, activity and audit events, and sends no email', async () => {
    const { user: actor, browser } = await signInStaff()
    const known = await createUser(portal)
    const [first, second] = [
      newRow({ Group: 'Coast', 'Appendix A: Event Name(s)': 'Spring weekend' }),
      newRow({ 'E-mail': known.email, 'Appendix A: Event Name(s)': '' }),
    ]
    const response = await browser.post(url, fileOf([first, second]), headers)
    expect(response.statusCode).toBe(201)
    expect(response.json()).toMatchObject({ partners: 2, users: 1, changed: 0, refused: 0 })

    const profile = await profileOf(first['E-mail'])
    expect(profile).toMatchObject({
      fullName: 'Dana van Whitfield',
      onboardingStatus: 'profile',
      eventName: 'Spring weekend',
      preferredCommunicationMethod: 'email',
    })
    const [user] = await db
      .select()
      .from(users)
      .where(eq(users.id, profile?.userId ?? ''))
    expect(user).toMatchObject({
      email: first['E-mail'],
      firstName: 'Dana van',
      lastName: 'Whitfield',
      role: 'user',
      partnerGroup: 'Coast',
    })
    expect((await profileOf(known.email))?.userId).toBe(known.id)
    const owner = { profile: { id: profile?.id ?? '' } }
    expect(await documentsOf(portal, owner)).toHaveLength(2)
    expect(await activityTypesOf(portal, owner)).toEqual(['profile_created'])
    expect((await auditEventsOf(portal, actor)).map(({ action }) => action)).toEqual([
      'import.ended',
      'partner.created',
      'partner.created',
      'user.created',
    ])
    const mails = sql`select 1 from email_notification_logs where recipient = ${first['E-mail']}`
    expect((await db.execute(mails)).rows).toEqual([])
  })

  test('of thousands of rows with 50 wrong ones names each of these, and stores none', async () => {
    const { browser } = await signInStaff()
    // Short runs import fewer rows, since each row takes time.
    const count = rounds({ short: 2_000, long: 10_000 })
    const rows = Array.from({ length: count }, () => newRow())
    const bad = Array.from({ length: 50 }, (_, index) => index * 39 + 7)
    for (const index of bad) rows[index] = newRow({ State: 'nowhere' })
    const before = await databaseState(db)
    const response = await browser.post(url, fileOf(rows), headers)
    expect(response.statusCode).toBe(400)
    expect(response.json().message).toBe(`50 of ${count} rows cannot be imported. Nothing was saved.`)
    expect(response.json().fields).toEqual(
      Object.fromEntries(
        bad.map((index) => [`rows.${index + 2}.state`, 'Enter a US state, for example, FL or Florida']),
      ),
    )
    expect(await databaseState(db)).toEqual(before)

    for (const index of bad) rows[index] = newRow()
    const mended = await browser.post(url, fileOf(rows), headers)
    expect(mended.json()).toMatchObject({ partners: count, users: count, changed: 0, refused: 0 })
  })

  test('that runs twice at once creates each partner once', async () => {
    const { browser } = await signInStaff()
    // These rows need several statements, but few enough for the second import to wait less than the statement timeout on a busy machine.
    const rows = Array.from({ length: 150 }, () => newRow())
    const before = await db.$count(partnerProfiles)
    const responses = await Promise.all([1, 2].map(() => browser.post(url, fileOf(rows), headers)))
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
    expect(await db.$count(partnerProfiles)).toBe(before + rows.length)
  })

  test('matches and creates users by the sign-in email where the file has one', async () => {
    const { browser } = await signInStaff()
    const known = await createUser(portal)
    const contact = 'shared-contact@coast.test'
    const rowFor = (signsInAs: string) => newRow({ 'E-mail': contact, 'Signs in as': signsInAs })
    const twice = [rowFor('One@sign.test'), rowFor(' one@SIGN.test')]
    expect((await check(fileOf(twice))).rows[1]?.problems).toEqual([
      { field: 'userEmail', message: 'Row 2 has the same email.' },
    ])
    expect((await check(fileOf([rowFor('nobody')]))).rows[0]?.problems).toEqual([
      { field: 'userEmail', message: 'Valid email' },
    ])

    const good = [rowFor('one@sign.test'), rowFor(known.email.toUpperCase()), rowFor('')]
    const response = await browser.post(url, fileOf(good), headers)
    expect(response.json()).toMatchObject({ partners: 3, users: 2, changed: 0, refused: 0 })
    const stored = await db
      .select({ signsInAs: users.email })
      .from(partnerProfiles)
      .innerJoin(users, eq(users.id, partnerProfiles.userId))
      .where(eq(partnerProfiles.email, contact))
    expect(stored.map(({ signsInAs }) => signsInAs).sort()).toEqual(
      [known.email, contact, 'one@sign.test'].sort(),
    )
  })

  test('stores text that looks like a formula as text, and an export of it can be imported again unchanged', async () => {
    const { browser } = await signInStaff()
    const row = newRow({
      'Business name': '=HYPERLINK("https://evil.test")',
      'Full name': '@lice',
      'Main marketing contact': 'Sam; =1+1;@A1',
    })
    await browser.post(url, fileOf([row]), headers)
    const profile = await profileOf(row['E-mail'])
    expect(profile?.businessName).toBe('=HYPERLINK("https://evil.test")')

    const exported = (await browser.get(`/api/admin/partners/export?search=${row['E-mail']}`)).rawPayload
    expect(exported.toString()).toContain(`'@lice`)
    expect(exported.toString()).toContain(`Sam;' =1+1;'@A1`)
    await db.delete(users).where(eq(users.id, profile?.userId ?? ''))
    const again = await browser.post(url, exported.toString().replace(profile?.id ?? '', ''), headers)
    expect(again.json()).toMatchObject({ partners: 1, users: 1, changed: 0, refused: 0 })
    const { id, userId, createdAt, updatedAt, ...same } = profile ?? {}
    expect(await profileOf(row['E-mail'])).toMatchObject(same)
  })
})
