import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { createDatabase } from '#test/postgres.ts'

/** Creates a database with the roles of docs/operations.md, on the server of a superuser's URL. */
export const createPortalDatabase = async (superuserUrl: string) => {
  const suffix = randomBytes(4).toString('hex')
  const password = randomBytes(16).toString('hex')
  const name = `portal_${suffix}`
  const as = (role: string) => {
    const url = new URL(superuserUrl)
    Object.assign(url, { username: role, password, pathname: `/${name}` })
    return url.href
  }
  const url = await createDatabase(superuserUrl, name)
  const superuser = new pg.Client(url)
  await superuser.connect()
  const [owner, role] = [`portal_owner_${suffix}`, `portal_${suffix}`]
  for (const each of [owner, role]) await superuser.query(`create role ${each} login password '${password}'`)
  await superuser.query(`alter database ${name} owner to ${owner}`)
  return { name, role, superuser, ownerUrl: as(owner), roleUrl: as(role), as }
}

export type PortalDatabase = Awaited<ReturnType<typeof createPortalDatabase>>
