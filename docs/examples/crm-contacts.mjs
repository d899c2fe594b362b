// Keeps the contacts of a CRM in step with the portal's partners. It receives webhooks and calls the CRM's HTTP API:
//   npm install standardwebhooks && WEBHOOK_SECRET=whsec_… CRM_URL=https://crm.example.com/api CRM_TOKEN=… node crm-contacts.mjs
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'

const { PORT = '8080', WEBHOOK_SECRET, CRM_URL, CRM_TOKEN, DONE_FILE = 'crm-contacts.jsonl' } = process.env
const webhook = new Webhook(WEBHOOK_SECRET)
const aboutContacts = new Set(['partner.created', 'partner.onboarding_completed', 'user.changed'])

// The ids of processed messages, and the time of the last change of each user. DONE_FILE keeps both across restarts.
const done = new Set()
const lastChange = new Map()
const remember = ({ id, userId, timestamp }) => done.add(id) && lastChange.set(userId, timestamp)
const lines = existsSync(DONE_FILE) ? readFileSync(DONE_FILE, 'utf8').split('\n').filter(Boolean) : []
for (const line of lines) remember(JSON.parse(line))

const crm = async (method, path, contact) => {
  const headers = { authorization: `Bearer ${CRM_TOKEN}`, 'content-type': 'application/json' }
  const answer = await fetch(CRM_URL + path, { method, headers, body: contact && JSON.stringify(contact) })
  if (!answer.ok) throw new Error(`the CRM answered ${answer.status} to ${method} ${path}`)
  return answer.status === 204 ? undefined : answer.json()
}

const apply = async (id, { type, timestamp, data }) => {
  if (done.has(id) || !aboutContacts.has(type)) return
  const { user, partner } = data
  // Retries can come late: an older state must not replace a newer one.
  if (timestamp >= (lastChange.get(user.id) ?? '')) {
    const [known] = await crm('GET', `/contacts?externalId=${user.id}`)
    const isContact = partner !== null && user.state === 'active' && user.role === 'user'
    const { fullName: name, email, phoneNumber: phone, businessName: company } = partner ?? {}
    const contact = { externalId: user.id, name, email, phone, company, stage: partner?.onboardingStatus }
    if (isContact && known) await crm('PATCH', `/contacts/${known.id}`, contact)
    else if (isContact) await crm('POST', '/contacts', contact)
    else if (known) await crm('DELETE', `/contacts/${known.id}`)
    remember({ id, userId: user.id, timestamp })
    appendFileSync(DONE_FILE, `${JSON.stringify({ id, userId: user.id, timestamp })}\n`)
  }
}

// Messages are processed one at a time, so that two about the same user keep their order.
let queue = Promise.resolve()
const server = createServer(async (request, response) => {
  const answer = (status) => response.writeHead(status).end()
  let message
  try {
    message = webhook.verify(Buffer.concat(await request.toArray()), request.headers)
  } catch {
    return answer(400)
  }
  queue = queue
    .then(() => apply(request.headers['webhook-id'], message))
    .then(() => answer(204))
    .catch((error) => {
      process.stderr.write(`${error.message}\n`)
      answer(500) // The portal sends the message again.
    })
})
server.listen(Number(PORT), () => process.stdout.write(`Receiving on port ${server.address().port}\n`))
