import { eq } from 'drizzle-orm'
import { notifications } from '#server/db/schema/notifications.ts'
import { partnerTasks } from '#server/db/schema/partners.ts'
import { resourceDownloads, resourceFiles } from '#server/db/schema/resources.ts'
import { notifyOfNewTask } from '#server/features/notifications/notify/data.ts'
import { createEmail } from '#test/emails.ts'
import { createActivation, createPartner, createResource, createTask, sign } from '#test/factories.ts'
import { createInvitation, createMember } from '#test/members.ts'
import {
  at,
  createProvenTask,
  type FilledScreen,
  fileAs,
  folderAs,
  ofNewPartner,
  partner,
  support,
} from './filled-screen.ts'
import { createSealedAgreement } from './verify-steps.ts'

const fileScreens: FilledScreen[] = [
  {
    name: 'a file of a visitor',
    open: async (_portal, browserErrors) => {
      browserErrors.allow(/401.*\/objects\/gone$/)
      return { path: '/objects/gone' }
    },
    shows: 'Sign in to continue',
  },
  { name: 'picture', open: fileAs('Beach at noon'), shows: 'Beach at noon' },
  { name: 'audio', open: fileAs('Welcome, spoken'), shows: 'Welcome, spoken' },
  { name: 'video', open: fileAs('Walk through the site'), shows: 'Walk through the site' },
  { name: 'table', open: fileAs('Guest counts'), shows: '09:00 to 13:00' },
  { name: 'text', open: fileAs('House rules'), shows: 'Be early.' },
  { name: 'file without a preview', open: fileAs('Shift plan'), shows: 'No preview for XLSX files' },
  {
    name: 'grid of pictures',
    open: folderAs(partner, 'Photographs', (id) => `/resources?folder=${id}`),
    shows: 'Beach at noon',
  },
  {
    name: 'expanded folder',
    open: folderAs(support, 'Summer weekends', (id) => `/resources?open=${id}`),
    shows: 'Gulf Coast Venues',
  },
  { name: 'found files', open: at('/resources?search=beach', partner), shows: '2 files found' },
  { name: 'no files found', open: at('/resources?search=xyzzy', support), shows: 'No files found' },
  {
    name: 'withdrawn files',
    open: async (portal) => {
      const { id } = await createResource(portal)
      await portal.db.update(resourceFiles).set({ isActive: false }).where(eq(resourceFiles.id, id))
      return { who: support, path: '/resources?withdrawn=1' }
    },
    shows: 'Restore',
  },
  {
    name: 'downloads of a file',
    open: async (portal) => {
      const { user } = await createPartner(portal, { status: 'completed' })
      const { id: resourceId } = await createResource(portal)
      const rows = Array.from({ length: 30 }, () => ({ resourceId, userId: user.id }))
      await portal.db.insert(resourceDownloads).values(rows)
      return { who: support, path: `/resources?file=${resourceId}` }
    },
    shows: '30 downloads',
  },
]

/** Screens of visitors and partners, named by their content. */
export const filledPartnerScreens: FilledScreen[] = [
  ...fileScreens,
  {
    name: 'pre-onboarding of a newcomer',
    open: at('/pre-onboarding', 'new@demo.test'),
    shows: 'Profile Setup',
  },
  {
    name: 'pre-onboarding with a confirmed profile',
    open: at('/pre-onboarding', 'pending@demo.test'),
    shows: 'Your profile is confirmed. Sign both agreements.',
  },
  {
    name: 'pre-onboarding of staff',
    open: at('/pre-onboarding', support),
    shows: 'This is what partners see',
  },
  {
    name: 'notifications',
    open: async (portal) => {
      const { user, profile } = await createPartner(portal, { status: 'completed' })
      const task = await createTask(portal, { partnerId: profile.id })
      await notifyOfNewTask(portal.db, task.id)
      await portal.db.insert(notifications).values({
        userId: user.id,
        kind: 'role_changed',
        title: 'Your role is now User',
        seenAt: new Date(),
        createdAt: new Date(Date.now() - 60 * 86_400_000),
      })
      return { who: user, path: '/welcome?notifications=all' }
    },
    shows: 'Your role is now User',
  },
  {
    name: 'settings of notifications',
    open: at('/welcome?account=notifications', partner),
    shows: 'Weekly digest',
  },
  {
    name: 'security of a partner',
    open: at('/welcome?account=security', partner),
    shows: 'Download my data',
  },
  {
    name: 'people of a partner with members and invitations',
    open: async (portal) => {
      const { owner, profile } = await createInvitation(
        portal,
        'a-long-address-of-somebody@events.example.com',
      )
      await createMember(portal, {
        partnerId: profile.id,
        title: 'Regional marketing and events manager',
        canSign: true,
        ownershipOfferedAt: new Date(),
      })
      return { who: owner, path: '/?account=people' }
    },
    shows: 'Ownership offered',
  },
  {
    name: 'home of a member who is invited elsewhere',
    open: async (portal) => {
      const { profile } = await createPartner(portal, { status: 'completed' })
      const { user } = await createMember(portal, { partnerId: profile.id })
      await createInvitation(portal, user.email)
      return { who: user, path: '/' }
    },
    shows: 'You may also sign its agreements',
  },
  {
    name: 'own profile',
    open: ofNewPartner(() => '/welcome?account=profile'),
    shows: 'Your partner profile',
  },
  { name: 'home without tasks', open: ofNewPartner(() => '/'), shows: 'No tasks assigned' },
  {
    name: 'activity of another kind',
    open: ofNewPartner(() => '/?activity=account'),
    shows: 'No activity of this kind yet',
  },
  {
    name: 'signed agreement',
    open: ofNewPartner(({ agreementId }) => `/?agreement=${agreementId}`),
    shows: 'SHA-256',
  },
  {
    name: 'activation',
    open: async (portal) => {
      const { user, profile } = await createPartner(portal, { status: 'completed' })
      const { id } = await createActivation(portal, {
        partnerId: profile.id,
        endsAt: new Date('2049-04-18T00:00:00Z'),
        timeZone: 'America/Denver',
        place: 'Main hall, upstairs',
        description: 'Doors open at noon.\nBring the banner.',
        stage: 'confirmed',
        arrival: 'Ring at the loading bay.\nParking is on level 2.',
        contacts: [
          { name: 'Maya Lindqvist', role: 'Event lead', phone: '(251) 555-0142' },
          { name: 'Front desk', role: null, phone: '251 555 0100 ext. 4' },
        ],
      })
      await createTask(portal, { partnerId: profile.id, activationId: id, taskName: 'Hang the posters' })
      return { who: user, path: `/welcome?activation=${id}` }
    },
    shows: 'Hang the posters',
  },
  {
    name: 'days of the calendar',
    open: async (portal) => {
      const { user, profile } = await createPartner(portal, { status: 'completed' })
      const partnerId = profile.id
      const activationDate = new Date('2049-03-14T15:00:00Z')
      await createActivation(portal, { partnerId, activationDate, place: 'Main hall' })
      await createTask(portal, { partnerId, dueDate: new Date('2049-03-15T03:30:00Z') })
      return { who: user, path: '/?calendar=2049-03-14' }
    },
    shows: 'Main hall',
  },
  {
    name: 'terms that staff have entered',
    open: async (portal) => {
      const { user } = await createPartner(portal, { eventName: 'Harvest supper', paymentAmount: '5000' })
      await sign(portal, user, 'nda')
      return { who: user, path: '/' }
    },
    shows: 'Agreed terms',
  },
  {
    name: 'unsubscribe',
    open: async (portal) => {
      const { user } = await createPartner(portal)
      const { unsubscribeToken } = await createEmail(portal, user, { type: 'task_reminder' })
      return { path: `/unsubscribe?token=${unsubscribeToken}` }
    },
    shows: 'Unsubscribe',
  },
  {
    name: 'agreement by its code',
    open: async (portal) => ({ path: `/verify?code=${(await createSealedAgreement(portal)).code}` }),
    shows: 'The agreement with this code is in force',
  },
  {
    name: 'task with a proof',
    open: async (portal) => {
      const { user, path } = await createProvenTask(portal)
      return { who: user, path }
    },
    shows: 'hello.txt',
  },
  {
    name: 'completed task of staff',
    open: async (portal) => {
      const { task, path } = await createProvenTask(portal)
      await portal.db.update(partnerTasks).set({ status: 'completed' }).where(eq(partnerTasks.id, task.id))
      return { who: support, path }
    },
    shows: 'Send back',
  },
]
