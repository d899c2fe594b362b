// The limit: Fastify and pg with nothing around them, running the statement that the portal runs for a signed-in read.
import Fastify from 'fastify'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const text = `
  select users.id, users.role, users.first_name, users.last_name, users.profile_image_url, users.email,
         users.partner_group, partner_profiles.id as partner_id, partner_profiles.onboarding_status,
         sessions.sid, sessions.sess, sessions.expire
  from sessions
  join users on users.id = sessions.user_id
  left join partner_profiles on partner_profiles.user_id = users.id
  where sessions.sid = $1 and sessions.expire > now() and users.disabled_at is null`

const app = Fastify()
app.get('/', async () => {
  const { rows } = await pool.query({ name: 'find_session', text, values: [process.env.SID] })
  const { id, role, first_name, last_name, profile_image_url, email } = rows[0]
  return { id, role, firstName: first_name, lastName: last_name, profileImageUrl: profile_image_url, email }
})
const url = await app.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(`${JSON.stringify({ url, msg: 'ready' })}\n`)
