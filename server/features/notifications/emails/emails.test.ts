import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type EmailedKind, type EmailSwitch, emailSwitches } from '#contract/notifications/kinds.ts'
import { announcements } from '#server/db/schema/announcements.ts'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { notifications } from '#server/db/schema/notifications.ts'
import { partnerTasks } from '#server/db/schema/partners.ts'
import { users } from '#server/db/schema/users.ts'
import { createSmtpMailer } from '#server/mail/smtp-mailer.ts'
import { createTestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import {
  createActivation,
  createDocument,
  createPartner,
  createResource,
  createTask,
  createUser,
  signedOnPaper,
  taskForm,
} from '#test/factories.ts'
import { createInvoice } from '#test/invoices.ts'
import { createMember } from '#test/members.ts'
import { createObligation } from '#test/obligations.ts'
import { createPastActivation } from '#test/recaps.ts'
import { smtpError, startMailServer } from '#test/smtp.ts'
import { markSeen } from '../data.ts'
import { notifyOfAnnouncement, notifyOfResource } from '../notify/data.ts'
import { savePreferences } from '../preferences/data.ts'
import { sendDueNotifications, sendNotificationEmail } from './actions.ts'

const server = await startMailServer()
const portal = await createTestApp({
  settings: { SMTP_URL: server.url, BASE_URL: 'https://portal.example.com', TRUST_PROXY: 'none' },
  runsJobs: true,
})
const { db, deps } = portal
afterAll(async () => {
  await portal.close()
  await server.stop()
})

// The job of every minute would send reminders before a test turns them off.
await db.execute(sql`delete from pgboss.schedule where name = 'due-notifications'`)

const staff = await createUser(portal, { role: 'admin', firstName: 'Sam', lastName: 'Secretname' })
const admin = await portal.signIn(staff)
beforeEach(() => db.delete(notifications))

const newPartner = async (user: Partial<typeof users.$inferInsert> = {}) => {
  const partner = await createPartner(portal, { status: 'completed', onPaper: true, user })
  return { ...partner, browser: await portal.signIn(partner.user) }
}
type Partner = Awaited<ReturnType<typeof newPartner>>

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)

/** Sends what is due in `minutes`, and returns the emails that have arrived for this user by then. */
const mailsTo = async ({ id, email }: { id: string; email: string }, minutes = 6) => {
  await sendDueNotifications(deps, inMinutes(minutes))
  const open = and(
    eq(emailNotificationLogs.userId, id),
    inArray(emailNotificationLogs.status, ['queued', 'retrying']),
  )
  await expect.poll(() => db.$count(emailNotificationLogs, open), { timeout: 30_000 }).toBe(0)
  return server.mails.filter(({ to }) => to?.some(({ address }) => address === email))
}

/** Delays the jobs that send emails until the returned function is called. */
const delayMails = async () => {
  await db.execute(
    sql.raw(`
    create function delay_mail() returns trigger language plpgsql as $$ begin
      new.start_after := now() + interval '1 hour';
      return new;
    end $$;
    create trigger delay_mail before insert on pgboss.job_common
      for each row when (new.name = 'notification-mail') execute function delay_mail()`),
  )
  return async () => {
    await db.execute(
      sql.raw(`
      drop function delay_mail cascade;
      update pgboss.job set start_after = now() where name = 'notification-mail' and state = 'created'`),
    )
    // Any new job wakes the queue, such as this one of an email that does not exist.
    await deps.jobs.enqueue(db, 'notification-mail', { logId: crypto.randomUUID() })
  }
}

const created = async (browser: Browser, url: string, body: unknown) => {
  const response = await browser.post(url, body)
  expect(response.statusCode, response.body).toBeLessThan(300)
  return response.json()
}

const newResource = async (partner: Partner) => {
  const resource = await createResource(portal, { assignedPartnerIds: [partner.profile.id] })
  await notifyOfResource(db, resource.id, true)
  return { id: resource.id, title: `New file: ${resource.title}` }
}
const newAnnouncement = async (partner: Partner, title = 'Holiday hours') => {
  const [announcement] = await db
    .insert(announcements)
    .values({
      title,
      body: 'We are closed on Friday.\nSee you on Monday.',
      assignedPartnerIds: [partner.profile.id],
      publishAt: new Date(),
    })
    .returning()
  if (!announcement) throw new Error('no announcement')
  await notifyOfAnnouncement(db, announcement.id)
  return { id: announcement.id, title }
}
/** Creates a task that the partner already knows about. */
const knownTask = (partner: Partner, values: Partial<typeof partnerTasks.$inferInsert> = {}) =>
  createTask(portal, { partnerId: partner.profile.id, dueDate: inMinutes(30 * 24 * 60), ...values })

const plannedEvent = (partner: Partner) =>
  createActivation(portal, { partnerId: partner.profile.id, name: 'Gala', timeZone: 'America/New_York' })

/** The action that causes each kind of notification to a partner, and what its email contains. */
const causes: Record<
  Exclude<
    EmailedKind,
    | 'task_work'
    | 'activation_work'
    | 'recap_submitted'
    | 'agreement_attention'
    | 'handed_over'
    | 'invoice_received'
    | 'note_mention'
    | 'webhook_disabled'
  >,
  (partner: Partner) => Promise<{ subject: string; link: string; text: string }>
> = {
  async role_changed(partner) {
    const response = await admin.put(`/api/admin/users/${partner.user.id}/role`, { role: 'support' })
    expect(response.statusCode, response.body).toBe(200)
    return { subject: 'Your role is now Support', link: '/', text: 'Support' }
  },
  async task_assigned(partner) {
    const task = await created(admin, '/api/tasks', { ...taskForm, partnerId: partner.profile.id })
    return { subject: 'New task: Hang the posters', link: `/?task=${task.id}`, text: 'Due Mar 1, 2049' }
  },
  async task_changed(partner) {
    const task = await knownTask(partner, { taskName: 'Print menus' })
    await created(admin, `/api/tasks/${task.id}/comments`, { body: 'In <b>both</b> languages' })
    return {
      subject: 'New comment: Print menus',
      link: `/?task=${task.id}`,
      text: 'In <b>both</b> languages',
    }
  },
  async task_reminder(partner) {
    const dueDate = new Date(Date.now() + 2 * 86_400_000)
    dueDate.setUTCHours(23, 30)
    const task = await knownTask(partner, {
      taskName: 'Book a band',
      dueDate,
      createdAt: inMinutes(-5 * 24 * 60),
    })
    const morning = new Date()
    morning.setUTCHours(23, 0)
    await sendDueNotifications(deps, morning)
    return { subject: 'Due in 2 days: Book a band', link: `/?task=${task.id}`, text: 'Due ' }
  },
  async task_overdue(partner) {
    const task = await knownTask(partner, {
      dueDate: inMinutes(-1),
      createdAt: inMinutes(-60),
      taskName: 'Send photos',
    })
    await sendDueNotifications(deps, new Date())
    return { subject: 'Overdue: Send photos', link: `/?task=${task.id}`, text: 'Was due ' }
  },
  async resource_added(partner) {
    const { id, title } = await newResource(partner)
    return { subject: title, link: `/resources?file=${id}`, text: title }
  },
  async agreement_waiting(partner) {
    const url = `/api/admin/partners/${partner.profile.id}/documents`
    const { id } = await created(admin, url, { documentType: 'nda' })
    return {
      subject: 'To sign: NDA',
      link: `/?agreement=${id}`,
      text: 'Sign it in the portal.',
    }
  },
  async agreement_changed(partner) {
    const { id } = await createDocument(portal, { partnerId: partner.profile.id, ...signedOnPaper() })
    await created(admin, `/api/admin/documents/${id}/void`, { reason: 'The <b>both</b> companies are wrong' })
    return {
      subject: 'Voided: Venue Partnership Agreement',
      link: `/?agreement=${id}`,
      text: 'The <b>both</b> companies are wrong',
    }
  },
  async recap_due(partner) {
    const { id } = await createPastActivation(portal, {
      ...{ partnerId: partner.profile.id, name: 'Open day', timeZone: 'UTC', daysAgo: 2 },
    })
    await sendDueNotifications(deps, new Date())
    return { subject: 'How did Open day go?', link: `/?recap=${id}`, text: 'Two numbers' }
  },
  async obligation_due(partner) {
    const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
    const { documentId } = await createObligation(portal, {
      partnerId: partner.profile.id,
      dueOn: day,
      timeZone: 'UTC',
      createdAt: inMinutes(-5 * 24 * 60),
    })
    const morning = new Date()
    morning.setUTCHours(23, 0)
    await sendDueNotifications(deps, morning)
    const subject = 'Due in 2 days: Last day to change the number of guests'
    return { subject, link: `/?agreement=${documentId}`, text: subject }
  },
  async payment_recorded(partner) {
    const partnerId = partner.profile.id
    const owed = { kind: 'deposit', owedBy: 'company', amountCents: 625_000 } as const
    const { id: obligationId, documentId } = await createObligation(portal, { partnerId, ...owed })
    const entry = { partnerId, obligationId, amountCents: 625_000, currency: 'USD', paidOn: '2026-11-20' }
    const body = { ...entry, method: 'check' }
    const response = await admin.post('/api/admin/payments', body, { 'idempotency-key': obligationId })
    expect(response.statusCode, response.body).toBe(201)
    const subject = 'Payment recorded: Deposit'
    return { subject, link: `/?agreement=${documentId}`, text: subject }
  },
  async activation_comment(partner) {
    const { id } = await plannedEvent(partner)
    await created(admin, `/api/activations/${id}/comments`, { body: 'Bring the banner.' })
    return { subject: 'New comment: Gala', link: `/?activation=${id}`, text: 'Bring the banner.' }
  },
  async activation_moved(partner) {
    const { id } = await plannedEvent(partner)
    const activationDate = '2049-05-06T14:00:00.000Z'
    expect((await admin.put(`/api/activations/${id}`, { activationDate })).statusCode).toBe(200)
    return { subject: 'Moved: Gala', link: `/?activation=${id}`, text: 'Thursday, May 6, 2049, 10:00 AM' }
  },
  async activation_confirmed(partner) {
    const { id } = await plannedEvent(partner)
    expect((await admin.put(`/api/activations/${id}`, { stage: 'confirmed' })).statusCode).toBe(200)
    return {
      subject: 'Confirmed: Gala',
      link: `/?activation=${id}`,
      text: 'Saturday, Apr 17, 2049, 10:00 AM',
    }
  },
  async activation_canceled(partner) {
    const { id } = await plannedEvent(partner)
    expect((await admin.put(`/api/activations/${id}`, { stage: 'canceled' })).statusCode).toBe(200)
    return { subject: 'Canceled: Gala', link: `/?activation=${id}`, text: 'Saturday, Apr 17, 2049, 10:00 AM' }
  },
  async invoice_decided(partner) {
    const { id } = await createInvoice(portal, { partnerId: partner.profile.id, number: '17' })
    const response = await admin.put(`/api/admin/invoices/${id}`, { status: 'approved' })
    expect(response.statusCode, response.body).toBe(200)
    const subject = 'Approved: Invoice 17'
    return { subject, link: `/?owed=${id}`, text: subject }
  },
  async announcement(partner) {
    const { id, title } = await newAnnouncement(partner)
    return {
      subject: title,
      link: `/?announcement=${id}`,
      text: 'We are closed on Friday.\nSee you on Monday.',
    }
  },
}

const switches: Record<keyof typeof causes, EmailSwitch> = {
  role_changed: 'roleChangeNotifications',
  task_assigned: 'taskAssignments',
  task_changed: 'taskUpdates',
  task_reminder: 'taskReminders',
  task_overdue: 'taskOverdue',
  resource_added: 'resourceNotifications',
  agreement_waiting: 'agreementEmails',
  agreement_changed: 'agreementUpdates',
  recap_due: 'recapEmails',
  obligation_due: 'obligationReminders',
  payment_recorded: 'paymentEmails',
  activation_comment: 'activationEmails',
  activation_moved: 'activationEmails',
  activation_confirmed: 'activationEmails',
  activation_canceled: 'activationEmails',
  invoice_decided: 'invoiceEmails',
  announcement: 'announcementEmails',
}

describe.each(Object.entries(causes))('an email of %s', (kind, cause) => {
  const own = switches[kind as keyof typeof causes]

  test('shows its subject, links to it, and can be unsubscribed from', async () => {
    const partner = await newPartner()
    const { subject, link, text } = await cause(partner)
    const [mail, ...others] = await mailsTo(partner.user)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ subject, from: expect.anything() })
    expect(mail?.text).toContain(text)
    expect(mail?.text).toContain(`https://portal.example.com${link}`)
    const html = mail?.html?.replaceAll('&amp;', '&') ?? ''
    expect(html).toContain(`href="https://portal.example.com${link}"`)
    expect(html).not.toContain('<b>both')
    // Partners do not learn the names of team members.
    expect(`${mail?.text}${mail?.html}`).not.toContain('Secretname')
    const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value
    expect(header('list-unsubscribe')).toMatch(
      /^<https:\/\/portal\.example\.com\/unsubscribe\?token=[0-9a-f-]{36}>$/,
    )
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(header('auto-submitted')).toBe('auto-generated')
  })

  test('is turned off by its switch', async () => {
    const partner = await newPartner()
    await savePreferences(db, partner.user.id, { [own]: false })
    await cause(partner)
    expect(await mailsTo(partner.user)).toEqual([])
    expect(await db.$count(notifications, eq(notifications.userId, partner.user.id))).toBe(1)
  })

  test('is turned off by its switch up to the moment when it is sent', async () => {
    const partner = await newPartner()
    // Some causes send what is due themselves.
    const release = await delayMails()
    await cause(partner)
    await savePreferences(db, partner.user.id, { [own]: false })
    await release()
    expect(await mailsTo(partner.user)).toEqual([])
  })

  test('is turned off by no other switch', async () => {
    const partner = await newPartner()
    const others = Object.fromEntries(
      emailSwitches.filter((name) => name !== own).map((name) => [name, false]),
    )
    await savePreferences(db, partner.user.id, others)
    await cause(partner)
    expect(await mailsTo(partner.user)).toHaveLength(1)
  })
})

describe('staff', () => {
  test('who look after a task are emailed about what its partner did, and nobody else is', async () => {
    const partner = await newPartner({ firstName: 'Pat' })
    const [owner, other] = [
      await createUser(portal, { role: 'support' }),
      await createUser(portal, { role: 'support' }),
    ]
    const task = await knownTask(partner, { taskName: 'Set up a stand', ownerId: owner.id })
    await created(partner.browser, `/api/tasks/${task.id}/comments`, { body: 'Which side?' })
    await partner.browser.put(`/api/tasks/${task.id}`, { status: 'completed' })
    const [mail, ...more] = await mailsTo(owner)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('2 updates from the Partner Portal')
    const name = partner.profile.businessName
    for (const text of [
      `New comment: Set up a stand · ${name}`,
      'Which side?',
      `Completed: Set up a stand · ${name}`,
      `/?task=${task.id}`,
    ]) {
      expect(mail?.text).toContain(text)
    }
    expect(await mailsTo(other)).toEqual([])
    expect(await mailsTo(partner.user)).toEqual([])
  })

  test('are all notified if nobody looks after the task', async () => {
    const partner = await newPartner()
    const task = await knownTask(partner)
    await created(partner.browser, `/api/tasks/${task.id}/comments`, { body: 'Hello?' })
    const notified = await db.select({ userId: notifications.userId }).from(notifications)
    const team = await db
      .select({ id: users.id })
      .from(users)
      .where(and(sql`role <> 'user'`, isNull(users.disabledAt)))
    expect(notified.map(({ userId }) => userId).sort()).toEqual(team.map(({ id }) => id).sort())
  })
})

describe('a waiting notification', () => {
  test('shares one email with others, five minutes after the first of them', async () => {
    const partner = await newPartner()
    await causes.task_assigned(partner)
    await causes.agreement_waiting(partner)
    expect(await mailsTo(partner.user, 4)).toEqual([])
    const [mail, ...others] = await mailsTo(partner.user, 5.1)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('2 updates from the Partner Portal')
    expect(mail?.text).toContain('New task: Hang the posters')
    expect(mail?.text).toContain('To sign: NDA')
    await causes.announcement(partner)
    expect(await mailsTo(partner.user)).toHaveLength(2)
  })

  test('is sent once by two processes at the same time', async () => {
    const partners = await Promise.all(Array.from({ length: 8 }, () => newPartner()))
    for (const partner of partners) await causes.task_assigned(partner)
    await Promise.all(Array.from({ length: 6 }, () => sendDueNotifications(deps, inMinutes(6))))
    for (const { user } of partners) expect(await mailsTo(user)).toHaveLength(1)
  })

  test('is not emailed once it has been seen', async () => {
    const partner = await newPartner()
    const { link } = await causes.task_assigned(partner)
    await causes.announcement(partner)
    const id = link.slice(link.indexOf('=') + 1)
    await markSeen(db, partner.user.id, { subject: { type: 'task', id } })
    const [mail, ...others] = await mailsTo(partner.user)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Holiday hours')
    await causes.task_assigned(partner)
    await markSeen(db, partner.user.id, { until: new Date() })
    expect(await mailsTo(partner.user)).toHaveLength(1)
  })

  test.each<[string, (partner: Partner) => Promise<unknown>]>([
    [
      'the task is done',
      async (partner) => {
        await causes.task_assigned(partner)
        return db
          .update(partnerTasks)
          .set({ status: 'completed' })
          .where(eq(partnerTasks.partnerId, partner.profile.id))
      },
    ],
    [
      'a colleague has sent the recap',
      async (partner) => {
        const { link } = await causes.recap_due(partner)
        const { user } = await createMember(portal, { partnerId: partner.profile.id })
        const colleague = await portal.signIn(user)
        const id = link.slice(link.indexOf('=') + 1)
        const recap = { guests: 140, signUps: 32, updatedAt: null }
        const sent = await colleague.put(`/api/activations/${id}/recap`, recap)
        expect(sent.statusCode, sent.body).toBe(200)
      },
    ],
    [
      'the task is deleted',
      async (partner) => {
        const { link } = await causes.task_assigned(partner)
        return admin.remove(`/api/tasks/${link.slice(link.indexOf('=') + 1)}`)
      },
    ],
    [
      'the user is disabled',
      async (partner) => {
        await causes.task_assigned(partner)
        return db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, partner.user.id))
      },
    ],
    [
      'the announcement has ended',
      async (partner) => {
        const { link } = await causes.announcement(partner)
        const id = link.slice(link.indexOf('=') + 1)
        return db
          .update(announcements)
          .set({ publishAt: inMinutes(-2), endsAt: inMinutes(-1) })
          .where(eq(announcements.id, id))
      },
    ],
    [
      'the file is withdrawn',
      async (partner) => {
        const { link } = await causes.resource_added(partner)
        return admin.remove(`/api/resources/${link.slice(link.indexOf('=') + 1)}`)
      },
    ],
  ])('is not emailed once %s', async (_why, change) => {
    const partner = await newPartner()
    await change(partner)
    expect(await mailsTo(partner.user)).toEqual([])
  })

  test('is not emailed to a partner who has left the group that it was for', async () => {
    const [stays, leaves] = [
      await newPartner({ partnerGroup: 'Coast' }),
      await newPartner({ partnerGroup: 'Coast' }),
    ]
    const resource = await createResource(portal, {
      title: 'Coastal flyer',
      assignedGroup: 'Coast',
    })
    await notifyOfResource(db, resource.id, true)
    await created(admin, '/api/tasks', { ...taskForm, assignedGroup: 'Coast' })
    const bell = async ({ browser }: Partner) => (await browser.get('/api/notifications')).json()
    expect(await bell(leaves)).toHaveLength(2)
    const response = await admin.put(`/api/admin/users/${leaves.user.id}/partner-group`, {
      partnerGroup: null,
    })
    expect(response.statusCode).toBe(200)
    expect(await bell(leaves)).toEqual([])
    expect((await leaves.browser.get('/api/notifications/unseen')).json()).toEqual({ count: 0 })
    expect(await mailsTo(leaves.user)).toEqual([])
    expect(await bell(stays)).toHaveLength(2)
    expect(await mailsTo(stays.user)).toHaveLength(1)
  })

  describe('while the mail server refuses', () => {
    const mailer = createSmtpMailer(server.url, 'portal@example.com')
    afterAll(() => mailer.close())

    /** Creates an email about a file of the group and a task, whose first attempt has failed. */
    const newRefused = async () => {
      const partner = await newPartner({ partnerGroup: 'Hills' })
      const resource = await createResource(portal, { title: 'Hill flyer', assignedGroup: 'Hills' })
      await notifyOfResource(db, resource.id, true)
      await causes.task_assigned(partner)
      server.behavior = {
        onRecipient: async (address) => {
          if (address === partner.user.email) throw smtpError(451, 'Try again')
        },
      }
      await sendDueNotifications(deps, inMinutes(6))
      const ofUser = eq(emailNotificationLogs.userId, partner.user.id)
      const errors: unknown[] = []
      await expect
        .poll(() => errors.push(...portal.log.takeErrors()) && errors, { timeout: 20_000 })
        .toMatchObject([{ job: 'notification-mail' }])
      server.behavior = null
      const [row] = await db.select().from(emailNotificationLogs).where(ofUser)
      const tryAgain = () => sendNotificationEmail(deps, mailer, { logId: row?.id ?? '' })
      return { partner, tryAgain }
    }

    test('is sent once, as it was first written', async () => {
      const { partner, tryAgain } = await newRefused()
      await tryAgain()
      await tryAgain()
      expect(await mailsTo(partner.user)).toHaveLength(1)
    })

    test('is no longer sent once it has been seen', async () => {
      const { partner, tryAgain } = await newRefused()
      await markSeen(db, partner.user.id, { until: inMinutes(1) })
      await tryAgain()
      expect(await mailsTo(partner.user)).toEqual([])
    })

    test('is written again without what was taken away', async () => {
      const { partner, tryAgain } = await newRefused()
      await db.update(users).set({ partnerGroup: null }).where(eq(users.id, partner.user.id))
      await tryAgain()
      const [mail, ...others] = await mailsTo(partner.user)
      expect(others).toEqual([])
      expect(mail?.subject).toBe('New task: Hang the posters')
      expect(mail?.text).not.toContain('Hill flyer')
    })
  })

  test('waits for the end of the quiet hours, in the time zone of its reader', async () => {
    const partner = await newPartner({ timeZone: 'Asia/Tokyo' })
    await savePreferences(db, partner.user.id, { quietHours: { from: '22:00', until: '07:00' } })
    await causes.announcement(partner)
    const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    const send = async (utc: string) => {
      await sendDueNotifications(deps, new Date(`${day}T${utc}:00.000Z`))
      return mailsTo(partner.user, 0)
    }
    // These are 22:00, 06:59 and 07:00 in Tokyo.
    expect(await send('13:00')).toEqual([])
    expect(await send('21:59')).toEqual([])
    expect(await send('22:00')).toHaveLength(1)
  })

  test('for a user whose time zone the database does not know is sent by UTC', async () => {
    const partner = await newPartner({ timeZone: 'Mars/Olympus_Mons' })
    await causes.task_assigned(partner)
    expect(await mailsTo(partner.user)).toHaveLength(1)
  })
})

test('a long text in a list of several is one line, cut off with a mark', async () => {
  const partner = await newPartner()
  await causes.task_assigned(partner)
  const news = await newAnnouncement(partner)
  await db.execute(
    sql`update notifications set detail = repeat(E'We are closed.\n\n', 40) where announcement_id = ${news.id}`,
  )
  const [mail] = await mailsTo(partner.user)
  expect(mail?.text).toMatch(/^ {2}(We are closed\. ){15,}.{0,20}…$/m)
})

test('the address of an email is the one that the user has when it is sent', async () => {
  const partner = await newPartner()
  await causes.task_assigned(partner)
  await db.update(users).set({ email: 'moved@example.test' }).where(eq(users.id, partner.user.id))
  expect(await mailsTo({ ...partner.user, email: 'moved@example.test' })).toHaveLength(1)
})

test('line breaks and markup of names are text in subjects and bodies', async () => {
  const partner = await newPartner()
  const title = `${'Long '.repeat(40)}`.trim()
  const announcement = await newAnnouncement(partner, title)
  await db.execute(
    sql`update notifications set title = E'Evil\r\nBcc: all@example.test <script>' where announcement_id = ${announcement.id}`,
  )
  const [mail] = await mailsTo(partner.user)
  expect(mail?.subject).toBe('Evil Bcc: all@example.test <script>')
  expect(mail?.bcc).toBeUndefined()
  expect(mail?.html).not.toContain('<script>')
})

test('reminders to sign are sent after three and seven days, in the morning, once each', async () => {
  const partner = await newPartner({ timeZone: 'America/New_York' })
  const createdAt = new Date('2031-01-06T15:00:00Z')
  await createDocument(portal, { partnerId: partner.profile.id, createdAt })
  const at = async (time: string) => {
    await sendDueNotifications(deps, new Date(time))
    const own = eq(notifications.userId, partner.user.id)
    return db.$count(notifications, and(own, eq(notifications.kind, 'agreement_waiting')))
  }
  expect(await at('2031-01-09T14:59:00Z')).toBe(0)
  // It is 7 AM in New York, then 8 AM.
  expect(await at('2031-01-10T12:00:00Z')).toBe(0)
  expect(await at('2031-01-10T13:00:00Z')).toBe(1)
  expect(await at('2031-01-10T18:00:00Z')).toBe(1)
  expect(await at('2031-01-14T13:00:00Z')).toBe(2)
  expect(await at('2031-01-15T13:00:00Z')).toBe(2)
})

test('a reminder to sign an agreement that came in the evening is sent in the morning', async () => {
  const partner = await newPartner({ timeZone: 'Asia/Kolkata' })
  // It is 9 PM in Kolkata.
  const createdAt = new Date('2031-01-06T15:30:00Z')
  await createDocument(portal, { partnerId: partner.profile.id, createdAt })
  const at = async (time: string) => {
    await sendDueNotifications(deps, new Date(time))
    return db.$count(notifications, eq(notifications.userId, partner.user.id))
  }
  expect(await at('2031-01-09T15:31:00Z')).toBe(0)
  expect(await at('2031-01-10T02:29:00Z')).toBe(0)
  expect(await at('2031-01-10T02:30:00Z')).toBe(1)
})

test('reminders of a task are sent two days before and on the day, in the morning, and again for a new due date', async () => {
  const partner = await newPartner({ timeZone: 'America/New_York' })
  const task = await knownTask(partner, {
    dueDate: new Date('2031-03-10T20:00:00Z'),
    createdAt: new Date('2031-03-01T12:00:00Z'),
  })
  const titles = async (time: string) => {
    await sendDueNotifications(deps, new Date(time))
    const own = and(eq(notifications.userId, partner.user.id), eq(notifications.taskId, task.id))
    const rows = await db.select({ title: notifications.title }).from(notifications).where(own)
    return rows.map(({ title }) => title.split(':')[0]).sort()
  }
  // Daylight saving time begins in between: 8 AM is 13:00 UTC, then 12:00 UTC.
  expect(await titles('2031-03-08T12:59:00Z')).toEqual([])
  expect(await titles('2031-03-08T13:00:00Z')).toEqual(['Due in 2 days'])
  expect(await titles('2031-03-09T12:00:00Z')).toEqual(['Due in 2 days'])
  expect(await titles('2031-03-10T11:59:00Z')).toEqual(['Due in 2 days'])
  expect(await titles('2031-03-10T12:00:00Z')).toEqual(['Due in 2 days', 'Due today'])
  expect(await titles('2031-03-10T20:01:00Z')).toEqual(['Due in 2 days', 'Due today', 'Overdue'])
  expect(await titles('2031-03-11T12:00:00Z')).toEqual(['Due in 2 days', 'Due today', 'Overdue'])
  await db
    .update(partnerTasks)
    .set({ dueDate: new Date('2031-03-20T20:00:00Z') })
    .where(eq(partnerTasks.id, task.id))
  expect(await titles('2031-03-20T12:00:00Z')).toEqual(['Due in 2 days', 'Due today', 'Due today', 'Overdue'])
})
