import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'

/** Uploads text files to a server process as the member of staff with this session cookie. */
export const uploaderOf = (url: string, cookie: string) => {
  const call = (
    method: string,
    path: string,
    body: string | Uint8Array<ArrayBuffer>,
    type = 'application/json',
  ) => fetch(url + path, { method, headers: { cookie, 'content-type': type }, body })
  const requestAddress = async (size: number) => {
    const response = await call(
      'POST',
      '/api/objects/upload',
      JSON.stringify({ fileType: 'txt', fileSize: size }),
    )
    return ((await response.json()) as { uploadURL: string }).uploadURL
  }
  const put = async (bytes: Uint8Array<ArrayBuffer>) => {
    const address = await requestAddress(bytes.length)
    return { address, response: await call('PUT', address, bytes, 'text/plain') }
  }
  /** Sends an upload except for its last byte. `finish` sends that byte and returns the status. */
  const hold = async (size: number) => {
    const headers = { cookie, 'content-type': 'text/plain', 'content-length': size }
    const sent = request(url + (await requestAddress(size)), { method: 'PUT', headers })
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>
    answered.catch(() => {})
    await new Promise<void>((resolve) => sent.write(Buffer.alloc(size - 1, 'a'), () => resolve()))
    return {
      finish: async () => {
        sent.end('a')
        const [response] = await answered
        response.resume()
        return response.statusCode
      },
    }
  }
  /** Creates a resource from an upload, and returns the path of its file. */
  const createResource = async (address: string, size: number) => {
    const registered = await call('PUT', '/api/resources/upload', JSON.stringify({ resourceURL: address }))
    if (registered.status !== 200)
      throw new Error(`registering was answered ${registered.status} ${await registered.text()}`)
    const { objectPath } = (await registered.json()) as { objectPath: string }
    const file = { filePath: objectPath, fileType: 'txt', fileSize: size }
    const form = { title: 'Uploaded', category: 'creative', folderId: null, ...file }
    const created = await call('POST', '/api/resources', JSON.stringify(form))
    if (created.status !== 201) throw new Error(`creating was answered ${await created.text()}`)
    return `/objects/${objectPath}`
  }
  const read = async (path: string) => {
    const response = await fetch(url + path, { headers: { cookie } })
    return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) }
  }
  return { call, put, hold, createResource, read }
}
