import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { maxFileSize } from '#contract/files/file-types.ts'
import { uploads } from '#server/db/schema/files.ts'
import { createTestApp } from '#test/app.ts'
import { createPartner, createUpload, createUser, fileOf, resourceForm } from '#test/factories.ts'
import { heic, heicOfSize } from '#test/heic.ts'
import { animatedGif, jpegOfSize, pngOfSize, webpOfSize } from '#test/pictures.ts'
import { sampleFile } from '#test/sample-files.ts'
import { storedFiles } from '#test/stored-files.ts'
import { putFile, uploadFile } from '#test/uploads.ts'
import { zip } from '#test/zip.ts'
import { sweepUploads } from './actions.ts'

const portal = await createTestApp()
afterAll(portal.close)

const user = await createUser(portal, { role: 'support' })
const staff = await portal.signIn(user)
const other = await portal.signIn(await createUser(portal, { role: 'admin' }))
const partner = await portal.signIn(
  (await createPartner(portal, { status: 'completed', onPaper: true })).user,
)
const visitor = portal.visit()

const hello = Buffer.from('hello')
const ask = (announced?: object) => staff.post('/api/objects/upload', announced)
const text = { 'content-type': 'text/plain' }
const notAllowed = 'This kind of file is not allowed.'

describe('an upload URL', () => {
  test('is new each time, and does not require the name, type or size of the file', async () => {
    const first = await ask({ fileName: 'a.txt', fileType: 'txt', fileSize: 5 })
    const second = await staff.post('/api/objects/upload', undefined)
    for (const response of [first, second]) {
      expect(response.statusCode).toBe(201)
      expect(response.json().uploadURL).toMatch(/^\/api\/objects\/upload\/[0-9a-f-]{36}$/)
    }
    expect(first.json()).not.toEqual(second.json())
  })

  test('is refused for a file that is too large', async () => {
    const response = await ask({ fileType: 'txt', fileSize: maxFileSize + 1 })
    expect(response.statusCode).toBe(413)
    expect(response.json()).toEqual({ message: 'The file is too large. At most 50 MB.', code: 'too_large' })
    expect((await ask({ fileType: 'txt', fileSize: maxFileSize })).statusCode).toBe(201)
  })

  test.each(['exe', 'html', 'js', 'docm', '', 'pdf\0', 'constructor'])(
    'is refused for the type %j',
    async (type) => {
      const response = await ask({ fileType: type })
      expect(response.statusCode).toBe(400)
      expect(response.json().fields).toEqual({ fileType: notAllowed })
    },
  )

  test.each(['virus.exe', 'page.html', 'no-ending', 'ends.', 'a.pdf.exe'])(
    'is refused for a file named %j',
    async (fileName) => {
      expect((await ask({ fileName })).json().fields).toEqual({ fileName: notAllowed })
    },
  )

  test('is refused for a name whose extension does not match the type', async () => {
    const response = await ask({ fileName: 'notes.pdf', fileType: 'txt' })
    expect(response.json().fields).toEqual({ fileName: "The extension doesn't match the file type." })
    expect((await ask({ fileName: 'NOTES.TXT', fileType: 'txt' })).statusCode).toBe(201)
  })

  test.each(['a\nb.txt', 'a\0.txt', `${'a'.repeat(300)}.txt`])(
    'is refused for the name %j',
    async (fileName) => {
      expect((await ask({ fileName })).json().fields).toHaveProperty('fileName')
    },
  )

  test.each([
    '..%2f..%2fetc%2fpasswd.txt',
    '../../../etc/passwd.txt',
    'C:\\Windows\\a.txt',
    'ünïcode 😀.txt',
  ])('is given for the name %j, which is not used in any path', async (fileName) => {
    const file = await uploadFile(staff, 'txt', hello, fileName)
    expect(file.filePath).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect((await storedFiles(portal)).some((path) => path.includes('passwd'))).toBe(false)
  })

  test('is given to staff only', async () => {
    expect((await partner.post('/api/objects/upload', {})).statusCode).toBe(403)
    expect((await visitor.post('/api/objects/upload', {})).statusCode).toBe(401)
  })
})

describe('the bytes of an upload', () => {
  test('are accepted once', async () => {
    const { uploadURL } = (await ask({ fileType: 'txt', fileSize: 5 })).json()
    expect((await staff.put(uploadURL, hello, text)).statusCode).toBe(204)
    const again = await staff.put(uploadURL, Buffer.from('olleh'), text)
    expect(again.statusCode).toBe(409)
    const registered = await staff.put('/api/resources/upload', { resourceURL: uploadURL })
    const stored = await portal.deps.store.read(`files/${registered.json().objectPath}`)
    expect(await stored.toArray().then((chunks) => Buffer.concat(chunks).toString())).toBe('hello')
  })

  test('are accepted only from the user who requested the URL', async () => {
    const { uploadURL } = (await ask({ fileType: 'txt' })).json()
    expect((await other.put(uploadURL, hello, text)).statusCode).toBe(404)
    expect((await partner.put(uploadURL, hello, text)).statusCode).toBe(403)
    expect((await visitor.put(uploadURL, hello, text)).statusCode).toBe(401)
    expect((await staff.put(uploadURL, hello, { ...text, 'sec-fetch-site': 'cross-site' })).statusCode).toBe(
      403,
    )
    expect((await staff.put(uploadURL, hello, text)).statusCode).toBe(204)
  })

  test('are refused after a quarter of an hour', async () => {
    const { id } = await createUpload(portal, { userId: user.id, expiresAt: new Date() })
    const response = await staff.put(`/api/objects/upload/${id}`, hello, text)
    expect(response.statusCode).toBe(409)
    expect(response.json().message).toBe('This upload has expired. Choose the file again.')
    const { uploadURL } = (await ask({})).json()
    const [row] = await portal.db
      .select()
      .from(uploads)
      .where(eq(uploads.id, uploadURL.split('/').at(-1)))
    const minutes = ((row?.expiresAt.getTime() ?? 0) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(14)
    expect(minutes).toBeLessThanOrEqual(15)
  })

  test.each([
    ['more', 'hello!', 413],
    ['fewer', 'hell', 400],
  ])('are refused when there are %s than announced', async (_more, bytes, status) => {
    const { uploadURL } = (await ask({ fileType: 'txt', fileSize: 5 })).json()
    expect((await staff.put(uploadURL, Buffer.from(bytes), text)).statusCode).toBe(status)
    expect((await staff.put(uploadURL, hello, text)).statusCode).toBe(204)
  })

  test('must have the announced type', async () => {
    const { uploadURL } = (await ask({ fileName: 'a.pdf' })).json()
    const response = await staff.put(uploadURL, hello, text)
    expect(response.statusCode).toBe(415)
    expect(response.json().message).toBe('The content type must be application/pdf')
    const charset = { 'content-type': 'Text/Plain; charset=utf-8' }
    const { uploadURL: textURL } = (await ask({ fileName: 'a.txt' })).json()
    expect((await staff.put(textURL, hello, charset)).statusCode).toBe(204)
  })

  test('of any type are accepted where no type was announced, JSON included', async () => {
    for (const type of ['application/json', 'text/plain', 'application/x-anything', '']) {
      const { uploadURL } = (await ask({})).json()
      const response = await staff.put(uploadURL, Buffer.from('{"a"'), { 'content-type': type })
      expect(response.statusCode).toBe(204)
    }
  })
})

const page = Buffer.from('<!doctype html><script>alert(1)</script>')
const png = await sampleFile('png')
const hostile: [string, Parameters<typeof sampleFile>[0], Buffer][] = [
  ['a page of HTML', 'png', page],
  ['a page of HTML followed by a picture', 'png', Buffer.concat([page, png])],
  ['a page of HTML', 'svg', page],
  ['a page of HTML that contains a drawing', 'svg', Buffer.from('<html><svg/></html>')],
  ['a page of HTML', 'pdf', page],
  ['a picture', 'pdf', png],
  ['a picture', 'jpg', png],
  ['a picture', 'txt', png],
  ['a zip', 'docx', await zip({ 'a.txt': 'a' })],
  [
    'a document with macros',
    'docx',
    await zip({ '[Content_Types].xml': '', 'word/document.xml': '', 'word/vbaProject.bin': '' }),
  ],
  ['a document', 'xlsx', await sampleFile('docx')],
  ['an old document', 'xls', await sampleFile('doc')],
  ['a program', 'zip', Buffer.from('MZ\x90\0\x03', 'latin1')],
  ['a film', 'mp3', await sampleFile('mp4')],
  ['an empty file', 'txt', Buffer.alloc(0)],
]

describe('registering an upload', () => {
  const register = (resourceURL: string, browser = staff) =>
    browser.put('/api/resources/upload', { resourceURL })

  test('returns the path of the file, repeatedly and for any form of the URL', async () => {
    const uploadURL = await putFile(staff, 'txt', hello)
    const response = await register(uploadURL)
    expect(response.statusCode).toBe(200)
    for (const form of [uploadURL, `${uploadURL}?x=1`, `https://bucket.example.com/portal${uploadURL}`]) {
      expect((await register(form)).json()).toEqual(response.json())
    }
  })

  test('several times at once stores one file, and fails only with a conflict', async () => {
    const uploadURL = await putFile(staff, 'txt', hello)
    const before = (await storedFiles(portal)).length
    const responses = await Promise.all([register(uploadURL), register(uploadURL), register(uploadURL)])
    const statuses = responses.map(({ statusCode }) => statusCode)
    expect(statuses).toContain(200)
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
    expect((await storedFiles(portal)).length).toBe(before)
    expect((await register(uploadURL)).statusCode).toBe(200)
  })

  test('is refused for the upload of another user, without received bytes, and for other URLs', async () => {
    const uploadURL = await putFile(staff, 'txt', hello)
    for (const response of [
      await register(uploadURL, other),
      await register((await ask({})).json().uploadURL),
      await register(`/api/objects/upload/${crypto.randomUUID()}`),
      await register('https://example.com/'),
      await register('file:///etc/passwd'),
      await register('http://[bad'),
    ]) {
      expect(response.statusCode).toBe(400)
      expect(response.json().fields).toHaveProperty('resourceURL')
    }
    expect((await partner.put('/api/resources/upload', { resourceURL: uploadURL })).statusCode).toBe(403)
  })

  test.each(hostile)('refuses %s as a %s and stores nothing', async (_what, type, bytes) => {
    const before = await storedFiles(portal)
    const response = await register(await putFile(staff, type, bytes))
    expect(response.statusCode).toBe(415)
    expect(response.json().code).toBe('unsupported_media_type')
    expect(response.json().message).toMatch(new RegExp(`^This file is not an? ${type.toUpperCase()}\\.$`))
    expect(await storedFiles(portal)).toEqual(before)
  })

  test.each([
    [
      'png',
      pngOfSize(60_000, 60_000),
      'This picture has 60,000 × 60,000 pixels. The limit is 50 megapixels.',
    ],
    [
      'webp',
      webpOfSize(16_000, 4_000),
      'This picture has 16,000 × 4,000 pixels. The limit is 50 megapixels.',
    ],
    ['jpg', jpegOfSize(8_000, 7_000), 'This picture has 8,000 × 7,000 pixels. The limit is 50 megapixels.'],
    [
      'gif',
      animatedGif(60_000, 1_000, 1),
      'This picture has 60,000 × 1,000 pixels. The limit is 50 megapixels.',
    ],
    [
      'gif',
      animatedGif(1_000, 1_000, 600),
      'This animation has too many frames. The limit is 500 megapixels for all of them.',
    ],
    ['png', pngOfSize(0, 40), 'This picture has no width or height.'],
    ['webp', webpOfSize(40, 0), 'This picture has no width or height.'],
    ['jpeg', jpegOfSize(40, 0), 'This picture has no width or height.'],
    [
      'heic',
      heicOfSize(20_000, 20_000),
      'This picture has 20,000 × 20,000 pixels. The limit is 50 megapixels.',
    ],
    ['heif', heicOfSize(0, 40), 'This picture has no width or height.'],
    ['heic', heic.subarray(0, 200), 'This file is not an HEIC.'],
    ['gif', Buffer.from('GIF89a'), 'This file is not a GIF.'],
  ] as const)('refuses a %s of other sizes than can be shown: %#', async (type, bytes, message) => {
    const before = await storedFiles(portal)
    const response = await register(await putFile(staff, type, bytes))
    expect(response.json()).toEqual({ code: 'unsupported_media_type', message })
    expect(response.statusCode).toBe(415)
    expect(await storedFiles(portal)).toEqual(before)
  })

  test('accepts a picture of 50 megapixels and an animation below 500', async () => {
    for (const [type, bytes] of [
      ['png', pngOfSize(10_000, 5_000)],
      ['gif', animatedGif(1_000, 1_000, 400)],
    ] as const)
      expect((await register(await putFile(staff, type, bytes))).statusCode).toBe(200)
  })

  test.each([
    [
      'svg',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><text>Caf\xe9</text></svg>', 'latin1'),
      'This drawing is in an encoding that browsers may not read. Save it as UTF-8 and upload it again.',
    ],
    [
      'pdf',
      Buffer.from('<html></html>\n%PDF-1.7\n%%EOF\n'),
      'This PDF starts with a web page. Open it, save it as a PDF again, and upload that file.',
    ],
  ] as const)('refuses a %s for the true reason', async (type, bytes, message) => {
    const response = await register(await putFile(staff, type, bytes))
    expect([response.statusCode, response.json().message]).toEqual([415, message])
  })

  test('refuses a drawing with active content', async () => {
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    const response = await register(await putFile(staff, 'svg', Buffer.from(drawing)))
    expect(response.statusCode).toBe(415)
    expect(response.json().message).toBe(
      'This drawing contains a script or a web page. Save it without them and upload it again.',
    )
  })

  test('accepts a drawing of 5 MB at most', async () => {
    const large = Buffer.from(`<svg>${' '.repeat(5 * 1024 * 1024)}</svg>`)
    const resourceURL = await putFile(staff, 'svg', large)
    const response = await staff.put('/api/resources/upload', { resourceURL })
    expect(response.statusCode).toBe(413)
    expect(response.json().message).toBe('The SVG file is too large. The limit is 5 MB.')
  })

  test('without an announced type checks the content when the resource names a type', async () => {
    const asked = (await staff.post('/api/objects/upload', undefined)).json()
    await staff.put(asked.uploadURL, page, { 'content-type': 'image/png' })
    const { objectPath: filePath } = (await register(asked.uploadURL)).json()
    const create = (fileType: string) =>
      staff.post('/api/resources', { ...resourceForm, filePath, fileType, fileSize: page.length })
    expect((await create('png')).json().message).toBe('This file is not a PNG.')
    expect((await create('txt')).statusCode).toBe(201)
  })
})

describe('an upload', () => {
  const old = new Date(Date.now() - 25 * 3_600_000)
  const sweep = () => sweepUploads(portal.deps)
  const rows = (id: string) => portal.db.$count(uploads, eq(uploads.id, id))

  test('that is not used is deleted after a day with its bytes, in any state', async () => {
    const uploads = await Promise.all(
      (['asked', 'received', 'registered'] as const).map((state) =>
        createUpload(portal, { userId: user.id, state, createdAt: old }),
      ),
    )
    const young = await createUpload(portal, { userId: user.id, state: 'received' })
    await sweep()
    const stored = (await storedFiles(portal)).join()
    for (const { id, objectKey } of uploads) {
      expect(await rows(id)).toBe(0)
      expect(stored).not.toContain(id)
      expect(stored).not.toContain(objectKey)
    }
    expect(await rows(young.id)).toBe(1)
    expect(stored).toContain(`uploads/${young.id}`)
  })

  test('that is in use is not deleted', async () => {
    const upload = await createUpload(portal, { userId: user.id, state: 'registered' })
    const created = await staff.post('/api/resources', { ...resourceForm, ...fileOf(upload) })
    expect(created.statusCode).toBe(201)
    await portal.db.update(uploads).set({ createdAt: old }).where(eq(uploads.id, upload.id))
    await sweep()
    expect(await rows(upload.id)).toBe(0)
    expect((await staff.get(`/objects/${upload.objectKey}`)).body).toBe('hello')
  })

  test('that is a day old can no longer be used', async () => {
    const upload = await createUpload(portal, { userId: user.id, state: 'registered', createdAt: old })
    const created = await staff.post('/api/resources', { ...resourceForm, ...fileOf(upload) })
    expect(created.json().fields).toEqual({ filePath: 'Upload the file first.' })
  })
})

test('two uploads with the same name are stored separately', async () => {
  const [first, second] = await Promise.all([
    uploadFile(staff, 'txt', Buffer.from('one'), 'same.txt'),
    uploadFile(staff, 'txt', Buffer.from('two'), 'same.txt'),
  ])
  expect(first.filePath).not.toBe(second.filePath)
  const contents = []
  for (const file of [first, second]) {
    await staff.post('/api/resources', { ...resourceForm, ...file })
    contents.push((await staff.get(`/objects/${file.filePath}`)).body)
  }
  expect(contents).toEqual(['one', 'two'])
})
