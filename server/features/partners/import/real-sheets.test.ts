import { stringify } from 'csv-stringify/sync'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { ImportEdits, PartnerImportPlan } from '#contract/partners/import.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { databaseState } from '#test/database.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { activityTypesOf, documentsOf } from '#test/partner-rows.ts'

const portal = await createTestApp()
const { db } = portal
afterAll(portal.close)

const url = '/api/admin/partners/import'
const headers = { 'content-type': 'text/csv' }

const signInStaff = async (role: 'support' | 'admin' = 'support') => {
  const user = await createUser(portal, { role })
  return { user, browser: await portal.signIn(user) }
}
type Staff = Awaited<ReturnType<typeof signInStaff>>

/** What a person decides on the screen: a field for each of some headings, and corrections. */
interface Decided {
  columns?: Record<string, ImportEdits['columns'][number]['field']>
  cells?: ImportEdits['cells']
}

/** Sends a file as the screen does, with what a person has decided about it. */
const send = (
  { browser }: Staff,
  path: string,
  file: Buffer,
  edits?: ImportEdits,
  query: Record<string, string> = {},
) => {
  const json = Buffer.from(edits ? JSON.stringify(edits) : '')
  const search = new URLSearchParams({ ...query, edits: String(json.length) })
  return browser.post(`${url}${path}?${search}`, Buffer.concat([json, file]), headers)
}
const checked = async (staff: Staff, file: Buffer, edits?: ImportEdits): Promise<PartnerImportPlan> => {
  const response = await send(staff, '/check', file, edits)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}
const editsOf = ({ columns }: PartnerImportPlan, { columns: decided = {}, cells = [] }: Decided = {}) => ({
  fileName: 'Venues.csv',
  columns: columns
    .filter(({ isKnown, heading }) => !isKnown || heading in decided)
    .map(({ column, heading, field }) => ({
      column,
      field: heading in decided ? (decided[heading] ?? null) : field,
    })),
  cells,
})
/** Checks a file, decides, checks again and imports the good rows, as a person does on the screen. */
const importSheet = async (file: Buffer, decided: Decided = {}) => {
  const staff = await signInStaff()
  const first = await checked(staff, file)
  const edits = editsOf(first, decided)
  const plan = await checked(staff, file, edits)
  const query = { skipRefused: '1', skipUnknownColumns: '1', fingerprint: plan.fingerprint }
  const response = await send(staff, '', file, edits, query)
  return { staff, first, plan, result: response.json() }
}
const matching = ({ columns }: PartnerImportPlan) =>
  Object.fromEntries(columns.map(({ heading, field }) => [heading, field]))
const profileOf = async (email: string) => {
  const [profile] = await db.select().from(partnerProfiles).where(eq(partnerProfiles.email, email))
  if (!profile) throw new Error(`there is no partner ${email}`)
  return profile
}

const macRoman = (text: string) =>
  Buffer.from(
    text.replace(/[éñíáó’]/g, (letter) =>
      String.fromCharCode({ é: 0x8e, ñ: 0x96, í: 0x92, á: 0x87, ó: 0x97, '’': 0xd5 }[letter] ?? 0),
    ),
    'latin1',
  )

describe('a sheet as people have it is imported without editing the file, when a person matches its columns', () => {
  test('from Excel on Windows: a title, semicolons, the code page of Windows, and phone numbers as numbers', async () => {
    const text = [
      'Venue partners, spring 2026;;;;;;;',
      'as of 5/1/2026, ask Sam;;;;;;;',
      ';;;;;;;',
      'Company;First Name;Last Name;E-mail;Phone;Street;State/Region;',
      'Café Calle Ocho;José;Núñez;jose@win.example;8135550134;1200 SW 8th St;Florida;',
      '"Bayside Fitness; LLC";Dee;Park;DEE@WIN.EXAMPLE;1.81355E+10;2 Bay Rd;fl;',
      ';;;;;;;',
    ].join('\r\n')
    const phone = { row: 6, field: 'phoneNumber' as const, value: '(813) 555-0135' }
    const file = Buffer.from(text, 'latin1')
    const { first, result } = await importSheet(file, { cells: [phone] })
    expect(matching(first)).toEqual({
      ...{ Company: 'businessName', 'First Name': 'firstName', 'Last Name': 'lastName', 'E-mail': 'email' },
      ...{ Phone: 'phoneNumber', Street: null, 'State/Region': 'state' },
    })
    expect(first.rows.map(({ row, problems }) => [row, problems[0]?.message])).toEqual([
      [5, undefined],
      [6, expect.stringMatching(/^The spreadsheet rounded this number to 1\.81355E\+10\./)],
    ])
    expect(result).toMatchObject({ partners: 2, users: 2, changed: 0, refused: 0 })
    expect(await profileOf('jose@win.example')).toMatchObject({
      ...{ fullName: 'José Núñez', businessName: 'Café Calle Ocho', phoneNumber: '8135550134', state: 'FL' },
      // The partner fills these in when they confirm the profile.
      ...{ businessWebsite: '', mainMarketingContact: '', onboardingStatus: 'profile' },
    })
    expect(await profileOf('DEE@WIN.EXAMPLE')).toMatchObject({ phoneNumber: '(813) 555-0135' })
  })

  test.each(['\r', '\r\n'])(
    'from Excel on a Mac, whose encoding is that of old Macs, with lines that end in %j',
    async (end) => {
      const email = `${crypto.randomUUID()}@mac.example`
      const lines = [
        'Venue name,Contact person,Email address,Web site,Group name',
        `Peña’s Café,José García,${email},n/a,Cafés`,
      ]
      const { plan, result } = await importSheet(macRoman(lines.join(end) + end))
      expect(plan.rows[0]?.businessName).toBe('Peña’s Café')
      expect(plan.groups.map(({ name }) => name)).toEqual(['Cafés'])
      expect(result.partners).toBe(1)
      expect(await profileOf(email)).toMatchObject({ fullName: 'José García', businessWebsite: '' })
    },
  )

  test('from Google Sheets: a heading twice, a partner twice, a contact without email, and line breaks in cells', async () => {
    const file = Buffer.from(
      stringify(
        [
          ['Name', 'Email', 'Email', 'Organization', 'Notes', '', ''],
          ['Ana Ortiz', 'ana@google.example', '', 'Harbor\nLoft', 'call her', '', ''],
          ['Ana Ortiz', 'Ana@Google.example', '', 'Harbor Loft', '', '', ''],
          ['Bo Nguyen', '', 'bo@home.example', 'Mill Hall', '', '', ''],
        ],
        { record_delimiter: '\r\n', quoted_match: /\n/ },
      ),
    )
    const { plan, staff, result } = await importSheet(file)
    expect(plan.columns.map(({ heading, field }) => [heading, field])).toEqual([
      ['Name', 'fullName'],
      ['Email', 'email'],
      ['Email', null],
      ['Organization', 'businessName'],
      ['Notes', null],
    ])
    expect(plan.rows.map(({ problems }) => problems)).toEqual([
      [],
      [{ field: 'email', message: 'Row 2 has the same email.' }],
      [{ field: 'email', message: 'Valid email is required' }],
    ])
    expect(result).toMatchObject({ partners: 1, users: 1, changed: 0, refused: 2 })
    expect((await profileOf('ana@google.example')).businessName).toBe('Harbor Loft')
    // Corrected on the same screen, the rest follows; the row that was imported before is unchanged now.
    const cells = [{ row: 4, field: 'email' as const, value: 'bo@home.example' }]
    const rest = await checked(staff, file, editsOf(plan, { cells }))
    expect(rest).toMatchObject({ added: 1, changed: 0, refused: 1, unchanged: 1 })
  })

  test('from Numbers: the name of the table above the headings, and no column with an email', async () => {
    const text = [
      'Table 1,,,',
      'Business,Manager,Site,Handle',
      'Pier 9,Cy O’Dell,pier.example,@pier9',
      '',
    ].join('\n')
    const cells = [{ row: 3, field: 'email' as const, value: 'cy@pier.example' }]
    const { first, plan, result } = await importSheet(Buffer.from(`\ufeff${text}`), { cells })
    expect(first.rows[0]?.problems).toEqual([{ field: 'email', message: 'Valid email is required' }])
    expect(plan.heading).toEqual(['Business', 'Manager', 'Site', 'Handle', 'Email'])
    expect(result.partners).toBe(1)
    const nameless = `Business,Email\nBayside Fitness,${crypto.randomUUID()}@only.example\n`
    const { staff } = await importSheet(Buffer.from(nameless))
    const [user] = (await auditEventsOf(portal, staff.user)).filter(({ action }) => action === 'user.created')
    expect(Object.keys(user?.after ?? {})).toEqual(['email'])
    expect(await profileOf('cy@pier.example')).toMatchObject({
      ...{ fullName: 'Cy O’Dell', businessWebsite: 'https://pier.example' },
    })
  })

  test('from HubSpot: columns that mean nothing here, matched by a person, whose choice is the guess for the next file', async () => {
    const sheet = (email: string) =>
      Buffer.from(
        stringify([
          [
            'Record ID',
            'Company name',
            'First Name',
            'Last Name',
            'Email',
            'Lead site',
            'State/Region',
            'Contact owner',
          ],
          ['50000012345', 'Bayside, LLC', 'Dee', 'Park', email, 'bayside.example', 'Florida', 'Sam'],
        ]),
      )
    const { first, result } = await importSheet(sheet('dee@hub.example'), {
      columns: { 'Lead site': 'businessWebsite', 'Contact owner': 'mainMarketingContact' },
    })
    expect(matching(first)).toMatchObject({ 'Record ID': null, 'Lead site': null, 'Contact owner': null })
    expect(result).toMatchObject({ partners: 1, users: 1, changed: 0, refused: 0 })
    expect(await profileOf('dee@hub.example')).toMatchObject({
      ...{ fullName: 'Dee Park', businessWebsite: 'https://bayside.example', mainMarketingContact: 'Sam' },
    })
    const next = await checked(await signInStaff(), sheet('eva@hub.example'))
    expect(matching(next)).toMatchObject({
      ...{ 'Record ID': null, 'Lead site': 'businessWebsite', 'Contact owner': 'mainMarketingContact' },
    })
  })
})

test('edits that match two columns to one field, or are not JSON, are refused', async () => {
  const staff = await signInStaff()
  const file = Buffer.from('Name,Mail\nAnn,ann@example.test')
  const columns = [0, 1].map((column) => ({ column, field: 'email' as const }))
  const twice = await send(staff, '/check', file, { fileName: null, columns, cells: [] })
  expect(twice.statusCode).toBe(400)
  expect((await staff.browser.post(`${url}/check?edits=3`, file, headers)).statusCode).toBe(400)
})

describe('partners that exist', () => {
  const exported = async ({ browser }: Staff, search: string) =>
    (await browser.get(`/api/admin/partners/export?search=${encodeURIComponent(search)}`)).rawPayload

  test('are unchanged by an import of their report, also in a file that a spreadsheet has saved again', async () => {
    const name = `Report ${crypto.randomUUID()}`
    for (const status of ['profile', 'completed'] as const) {
      await createPartner(portal, {
        ...{ status, fullName: name, email: 'contact@shared.test', businessName: '=HYPERLINK("x")' },
        ...{
          setupDetails: 'Two lines:\nsecond',
          partnershipDate: 'not a date',
          state: '',
          businessWebsite: '',
        },
      })
    }
    const staff = await signInStaff('admin')
    const report = await exported(staff, name)
    const before = await databaseState(db)
    for (const file of [
      report,
      Buffer.from(report.toString().replace('\ufeff', '').replaceAll('\r\n', '\n')),
    ]) {
      const { added, changed, unchanged, refused, changedValues } = await checked(staff, file)
      expect({ added, changed, unchanged, refused, changedValues }).toEqual({
        ...{ added: 0, changed: 0, unchanged: 2, refused: 0, changedValues: 0 },
      })
      expect((await send(staff, '', file)).json()).toMatchObject({
        partners: 0,
        users: 0,
        changed: 0,
        refused: 0,
      })
    }
    expect(await databaseState(db)).toEqual(before)
    expect((await auditEventsOf(portal, staff.user)).map(({ action }) => action)).not.toContain(
      'import.ended',
    )
  })

  test('are changed by their ID or by the email of their owner, only in the filled cells, after a preview', async () => {
    const [byId, byEmail] = [
      await createPartner(portal, { status: 'completed', phoneNumber: '1', twitterUrl: 'https://x.com/a' }),
      await createPartner(portal, { status: 'profile' }),
    ]
    const other = await createPartner(portal)
    const staff = await signInStaff('admin')
    const file = Buffer.from(
      stringify([
        ['Partner ID', 'Signs in as', 'Email', 'Business name', 'State', 'Phone', 'Group', 'Twitter'],
        [byId.profile.id.toUpperCase(), '', 'new@contact.test', 'New Hall', 'Texas', '', '', '-'],
        ['', byEmail.user.email.toUpperCase(), '', '', '', '(813) 555-0134', '', ''],
        [other.profile.id, 'someone@else.test', '', '', 'Mars', '', 'Coast', ''],
        [crypto.randomUUID(), '', 'x@y.test', 'Nobody', '', '', '', ''],
        [byId.profile.id, '', '', 'Newer Hall', '', '', '', ''],
      ]),
    )
    const signed = await documentsOf(portal, byId)
    const plan = await checked(staff, file)
    expect(plan).toMatchObject({ added: 0, changed: 2, unchanged: 0, refused: 3, changedValues: 4 })
    const { email: formerEmail, businessName: formerName } = byId.profile
    expect(plan.rows.map(({ changes }) => changes)).toEqual([
      {
        before: { email: formerEmail, businessName: formerName, state: 'AL' },
        after: { email: 'new@contact.test', businessName: 'New Hall', state: 'TX' },
      },
      { before: { phoneNumber: null }, after: { phoneNumber: '(813) 555-0134' } },
      ...[null, null, null],
    ])
    expect(plan.rows.slice(2).map(({ problems }) => problems.map(({ field }) => field))).toEqual([
      ['state', 'userEmail', 'partnerGroup'],
      ['partnerId'],
      ['partnerId'],
    ])
    const options = { skipRefused: '1', fingerprint: plan.fingerprint }
    const result = await send(staff, '', file, editsOf(plan), options)
    expect(result.json()).toMatchObject({ partners: 0, users: 0, changed: 2, refused: 3 })

    const now = await profileOf('new@contact.test')
    const { email, businessName, state, updatedAt, ...rest } = byId.profile
    expect(now).toMatchObject({ ...rest, businessName: 'New Hall', state: 'TX' })
    expect(now.updatedAt.getTime()).toBeGreaterThan(updatedAt.getTime())
    expect(await documentsOf(portal, byId)).toEqual(signed)
    expect((await activityTypesOf(portal, byId)).at(-1)).toBe('profile_changed')

    // The audit log has one line, below which its rows are.
    const log = async (query = '') =>
      (await staff.browser.get(`/api/admin/audit-log?limit=50${query}`)).json()
    const lines = (await log()).filter(({ actor }: { actor: { id: string } }) => actor.id === staff.user.id)
    const [line] = lines.filter(({ action }: { action: string }) => !action.startsWith('session.'))
    expect(line).toMatchObject({
      action: 'import.ended',
      subject: { name: 'Venues.csv' },
      after: { partnersAdded: 0, usersAdded: 0, partnersChanged: 2, rowsLeftOut: 3 },
    })
    const rows = await log(`&subject=${line.subject.id}`)
    expect(rows.map(({ action }: { action: string }) => action)).toEqual([
      ...['import.ended', 'partner.changed', 'partner.changed'],
    ])
    const history = await log(`&subject=${byEmail.profile.id}`)
    expect(history).toMatchObject([
      { action: 'partner.changed', before: { phoneNumber: null }, after: { phoneNumber: '(813) 555-0134' } },
    ])
    expect((await staff.browser.get('/api/admin/audit-log/export')).body).toContain(byEmail.profile.id)

    // Only the rows that cannot be imported are named as such.
    const strict = await send(staff, '', file, editsOf(plan))
    expect([strict.statusCode, strict.json().message]).toEqual([
      ...[400, '3 of 5 rows cannot be imported. Nothing was saved.'],
    ])
    // The plan that was seen is not what would happen now.
    const again = await send(staff, '', file, editsOf(plan), options)
    expect([again.statusCode, again.json().code]).toEqual([409, 'conflict'])
  })
})
