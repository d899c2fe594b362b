import { and, eq } from 'drizzle-orm'
import { partnerActivations } from '#server/db/schema/activations.ts'
import { announcements } from '#server/db/schema/announcements.ts'
import { obligations } from '#server/db/schema/obligations.ts'
import { partnerDocuments, partnerProfiles, partnerTasks } from '#server/db/schema/partners.ts'
import { activationPhotos } from '#server/db/schema/recaps.ts'
import { taskDefinitions } from '#server/db/schema/shared.ts'
import { users } from '#server/db/schema/users.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { createInvitation } from '#test/members.ts'
import type { Person, Portal } from './portal.ts'
import { stored } from './resource-steps.ts'

/** A screen or dialog that an address opens for a user. */
export interface AddressedScreen {
  name: string
  /** The user who opens the screen; without one, a visitor does. */
  who?: Person | ((portal: Portal) => Promise<Person>)
  path: string | ((portal: Portal) => Promise<string>)
  /** A text that is visible once the screen has loaded. */
  shows: string | RegExp
  /** Whether to check what surrounds the screen as well, which is the same for all screens of such a user. */
  hasNewFrame?: boolean
}

const admin = 'admin@demo.test'
const partner = 'partner@demo.test'

const visitorScreens: AddressedScreen[] = [
  { name: 'landing', path: '/', shows: 'Welcome to the Partner Platform' },
  { name: 'sign-in', path: '/sign-in', shows: 'Email me a code' },
  { name: 'sign-in refused', path: '/sign-in?error=not_invited', shows: 'Not signed in' },
  { name: 'sign-in by link', path: '/sign-in#token=none', shows: 'Sign in with your link' },
  { name: 'verify', path: '/verify', shows: 'PDF of the agreement' },
]

const partnerScreens: AddressedScreen[] = [
  { name: 'dashboard', who: partner, path: '/', shows: 'Winter Wellness Weekend', hasNewFrame: true },
  { name: 'all tasks', who: partner, path: '/?show=tasks', shows: 'Partner Tasks' },
  { name: 'calendar of a month', who: partner, path: '/?calendar=2026-12', shows: 'Subscribe' },
  { name: 'all activity', who: partner, path: '/?activity=all', shows: 'Show more' },
  { name: 'payments and dates', who: partner, path: '/welcome?owed=all', shows: 'End of exclusivity' },
  { name: 'recap', who: partner, path: heldOf((id) => `/recap?of=${id}`), shows: 'What went well' },
  {
    name: 'form of a recap',
    who: partner,
    path: heldOf((id) => `/welcome?recap=${id}`),
    shows: 'What could be better',
  },
  { name: 'resources', who: partner, path: '/resources', shows: 'Recently added' },
  { name: 'category', who: partner, path: '/resources?category=creative', shows: 'Logos' },
  { name: 'file', who: partner, path: fileOf('Set-up guide'), shows: 'Summer weekends' },
  { name: 'announcement', who: partner, path: announcementOf('/welcome?'), shows: 'Our photographer' },
  { name: 'account, people', who: partner, path: '/welcome?account=people', shows: 'Invite a person' },
  { name: 'welcome', who: partner, path: '/welcome', shows: 'Need Help' },
  { name: 'pre-onboarding of an approved partner', who: partner, path: '/pre-onboarding', shows: 'Done' },
  { name: 'onboarding, complete', who: partner, path: '/onboarding', shows: 'Step 4 of 4' },
  { name: 'admin denied', who: partner, path: '/admin', shows: 'Access Denied' },
  { name: 'day of an event', who: partner, path: dayOfWeekend, shows: 'Getting there and parking' },
  { name: 'not found', who: partner, path: '/nowhere', shows: '404 Page Not Found' },
  {
    name: 'pre-onboarding',
    who: 'new@demo.test',
    path: '/',
    shows: 'Onboarding Required',
    hasNewFrame: true,
  },
  { name: 'onboarding, welcome', who: 'new@demo.test', path: '/onboarding', shows: 'Step 1 of 4' },
  {
    name: 'onboarding, profile',
    who: 'new@demo.test',
    path: '/onboarding?step=profile',
    shows: 'Step 2 of 4',
  },
  {
    name: 'onboarding, profile that staff have entered',
    who: async (portal) => (await createPartner(portal, { status: 'profile' })).user,
    path: '/pre-onboarding',
    shows: 'Opens when your profile is confirmed',
  },
  {
    name: 'invitations',
    who: async (portal) => {
      const user = await createUser(portal)
      await createInvitation(portal, user.email)
      return user
    },
    path: '/',
    shows: "You're invited",
  },
  {
    name: 'without a partner',
    who: (portal) => createUser(portal, { mayCreateProfile: false }),
    path: '/',
    shows: 'You do not belong to a partner at present',
    hasNewFrame: true,
  },
  {
    name: 'onboarding, documents',
    who: 'pending@demo.test',
    path: '/onboarding',
    shows: '0 of 2 agreements signed',
  },
]

// Dialogs are opened over a screen with little on it, since the screens behind them have checks of their own.
const behind = '/admin?tab=settings'

const staffScreens: AddressedScreen[] = (
  [
    { name: 'dashboard', path: '/', shows: 'Needs attention', hasNewFrame: true },
    { name: 'calendar of a day', path: '/?calendar=2026-12-01', shows: 'Subscribe' },
    { name: 'overview', path: '/admin', shows: 'Profile Completed' },
    { name: 'report', path: '/admin?tab=overview&period=last-quarter', shows: 'Median until signed' },
    { name: 'partners', path: '/admin?tab=partners', shows: 'Partner Applications' },
    { name: 'users', path: '/admin?tab=users', shows: 'total users' },
    { name: 'tasks', path: '/admin?tab=tasks', shows: 'New task' },
    { name: 'board of tasks', path: '/admin?tab=tasks&view=board', shows: 'In Progress' },
    { name: 'tasks for several', path: '/admin?tab=tasks&shared=only', shows: 'Gulf Coast Venues' },
    { name: 'recurring tasks', path: '/admin?tab=tasks&view=recurring', shows: 'Weekly' },
    { name: 'templates', path: '/admin?tab=tasks&view=templates', shows: 'After 3 days' },
    { name: 'sets', path: '/admin?tab=tasks&view=sets', shows: 'Manually' },
    { name: 'agreements', path: '/admin?tab=agreements', shows: 'Add Document' },
    { name: 'types of agreements', path: '/admin?tab=agreements&view=types', shows: 'New type' },
    {
      name: 'texts of an agreement',
      path: '/admin?tab=agreements&type=nda',
      shows: 'Came with the portal',
    },
    { name: 'activations', path: '/admin?tab=activations', shows: 'Create Activation' },
    {
      name: 'month of activations',
      path: '/admin?tab=activations&view=month&calendar=2026-12',
      shows: 'Create Activation',
    },
    { name: 'payments', path: '/admin?tab=payments', shows: 'Record payment' },
    { name: 'invoices', path: '/admin?tab=payments&view=invoices', shows: /^\d+ invoices$/ },
    { name: 'what is owed', path: '/admin?tab=payments&view=owed', shows: /^\d+ obligations$/ },
    { name: 'totals of payments', path: '/admin?tab=payments&view=totals', shows: 'Paid to partner' },
    { name: 'announcements', path: '/admin?tab=announcements', shows: 'Photo day on the coast' },
    { name: 'inbox', path: '/admin?tab=inbox', shows: 'Unread first' },
    { name: 'emails', path: '/admin?tab=emails', shows: 'Emails' },
    { name: 'audit log', path: '/admin?tab=audit&kind=all', shows: 'Audit Log' },
    { name: 'API', path: '/admin?tab=api', shows: 'API tokens' },
    { name: 'settings', path: '/admin?tab=settings', shows: 'Office hours are off.' },
    { name: 'resources', path: '/resources', shows: 'New Folder' },
    { name: 'file', path: fileOf('Beach at noon'), shows: 'Visible to' },
    { name: 'task', path: idOf(partnerTasks, (id) => `${behind}&task=${id}`), shows: /^Owner$/ },
    {
      name: 'task for several',
      path: sharedTask(),
      shows: 'Behind',
    },
    {
      name: 'activation',
      path: idOf(partnerActivations, (id) => `${behind}&activation=${id}`),
      shows: 'Add to calendar',
    },
    {
      name: 'agreement',
      path: idOf(partnerDocuments, (id) => `${behind}&agreement=${id}`),
      shows: /(Signed|Pending signature since)/,
    },
    { name: 'announcement', path: announcementOf(behind), shows: 'Written by' },
    { name: 'recap', path: heldOf((id) => `/recap?of=${id}`), shows: 'For the company only' },
    {
      name: 'form of a recap',
      path: heldOf((id) => `${behind}&recap=${id}`),
      shows: 'The partner never sees these.',
    },
    { name: 'handover', path: workOfStaff, shows: 'Different people for each…' },
    { name: 'form of a task', path: '/?new=task', shows: 'Start from a template' },
    {
      name: 'record',
      path: idOf(partnerProfiles, (id) => `/admin?tab=partners&partner=${id}`),
      shows: 'Only the team sees this.',
    },
    {
      name: 'details of a partner',
      path: idOf(partnerProfiles, (id) => `${behind}&partner=${id}&section=overview`),
      shows: 'Business Website',
    },
    {
      name: 'activity of a partner',
      path: idOf(partnerProfiles, (id) => `${behind}&partner=${id}&section=activity`),
      shows: / · \d+:\d\d [AP]M$/,
    },
    {
      name: 'calendar of a partner',
      path: idOf(partnerProfiles, (id) => `${behind}&partner=${id}&section=calendar`),
      shows: 'Coming up this month',
    },
    {
      name: 'people of a partner',
      path: idOf(partnerProfiles, (id) => `${behind}&partner=${id}&section=people`),
      shows: 'Invite a person',
    },
    { name: 'account, profile', path: `${behind}&account=profile`, shows: 'Account and security' },
    { name: 'account, security', path: `${behind}&account=security`, shows: "Where you're signed in" },
    { name: 'account, calendar', path: `${behind}&account=calendar`, shows: 'Create address' },
  ] satisfies AddressedScreen[]
).map((screen) => ({ ...screen, name: `${screen.name} of staff`, who: admin }))

/** Every screen and dialog that an address opens. */
export const addressedScreens = [...visitorScreens, ...partnerScreens, ...staffScreens]

function fileOf(title: string) {
  return async (portal: Portal) => `/resources?file=${(await stored(portal, title))?.id}`
}

/** Finds the event with photos, which is that of the demo's first partner. */
function heldOf(pathTo: (id: string) => string) {
  return async ({ db }: Portal) => {
    const [row] = await db.select({ id: activationPhotos.activationId }).from(activationPhotos).limit(1)
    return pathTo(row?.id ?? '')
  }
}

function announcementOf(page: string) {
  return async ({ db }: Portal) => {
    const isOnTheCoast = eq(announcements.title, 'Photo day on the coast')
    const [row] = await db.select().from(announcements).where(isOnTheCoast)
    return `${page}&announcement=${row?.id}`
  }
}

async function dayOfWeekend({ db }: Portal) {
  const isWithSetup = and(
    eq(obligations.kind, 'setup'),
    eq(partnerActivations.name, 'Winter Wellness Weekend'),
  )
  const [row] = await db
    .select({ id: partnerActivations.id })
    .from(partnerActivations)
    .innerJoin(obligations, eq(obligations.activationId, partnerActivations.id))
    .innerJoin(partnerProfiles, eq(partnerProfiles.id, partnerActivations.partnerId))
    .innerJoin(users, eq(users.id, partnerProfiles.userId))
    .where(and(isWithSetup, eq(users.email, partner)))
  return `/day/${row?.id}`
}

function sharedTask() {
  return async ({ db }: Portal) => {
    const [row] = await db.select().from(taskDefinitions).where(eq(taskDefinitions.isForOne, false)).limit(1)
    return `${behind}&task=${row?.id}&parts=all`
  }
}

type RowsOfDemo =
  | typeof partnerTasks
  | typeof partnerActivations
  | typeof partnerDocuments
  | typeof partnerProfiles

/** Returns a function that finds the address of the first row of a table in the demo data. */
function idOf(table: RowsOfDemo, address: (id: string) => string) {
  return async ({ db }: Portal) => {
    const [row] = await db.select({ id: table.id }).from(table).limit(1)
    if (!row) throw new Error('the demo has no such row')
    return address(row.id)
  }
}

/** Returns the address at which the work of a member of staff of the demo is handed over. */
async function workOfStaff({ db }: Portal) {
  const [staff] = await db.select({ id: users.id }).from(users).where(eq(users.email, 'support@demo.test'))
  return `/?handover=${staff?.id}`
}
