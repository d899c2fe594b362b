import { createAgreementType } from '#test/agreement-types.ts'
import { createEmail } from '#test/emails.ts'
import { createActivation, createPartner, createUser, signedOnPaper } from '#test/factories.ts'
import { createSeries, createSet, createTemplate } from '#test/plan-rows.ts'
import { createSharedDocument } from '#test/shared-rows.ts'
import {
  agreementAs,
  at,
  conversationAs,
  type FilledScreen,
  ofNewPartner,
  sectionAs,
  support,
} from './filled-screen.ts'

/** Screens of staff, named by their content. */
export const filledStaffScreens: FilledScreen[] = [
  { name: 'agreements of a partner', open: sectionAs('agreements'), shows: 'NDA Agreement' },
  { name: 'tasks of a partner', open: sectionAs('tasks'), shows: 'Send the logo' },
  { name: 'activations of a partner', open: sectionAs('activations'), shows: 'Opening night' },
  { name: 'conversation of a partner', open: sectionAs('conversation'), shows: 'Are you there?' },
  { name: 'files of a partner', open: sectionAs('files'), shows: 'Poster of the lounge' },
  { name: 'emails of a partner', open: sectionAs('emails'), shows: 'No emails yet' },
  { name: 'no activity of a partner', open: sectionAs('activity'), shows: 'No activity yet' },
  { name: 'opened conversation', open: conversationAs(''), shows: 'Are you there?' },
  { name: 'summary of a partner', open: conversationAs('&summary=1'), shows: 'Send the logo' },
  {
    name: 'dashboard with a chosen partner',
    open: ofNewPartner(({ id }) => `/?partner=${id}`, true),
    shows: 'Download all',
  },
  {
    name: 'agreement to sign',
    open: agreementAs({ appendixA: { eventName: 'Harvest supper' } }),
    shows: 'known as Harvest supper',
  },
  {
    name: 'agreement that replaces others',
    open: agreementAs({ effectiveOn: '2049-01-01', endsOn: '2049-12-31', replacesEarlier: true }),
    shows: 'Earlier agreements',
  },
  {
    name: 'voided agreement',
    open: agreementAs({ ...signedOnPaper(), voidedAt: new Date(), voidReason: 'The wrong company' }),
    shows: 'This agreement was voided and is no longer in force',
  },
  {
    name: 'own type of agreement',
    open: async (portal) => ({
      who: 'admin@demo.test',
      path: `/admin?tab=agreements&type=${await createAgreementType(portal)}`,
    }),
    shows: 'Next version',
  },
  {
    name: 'form of a partner',
    open: async (portal) => ({
      who: support,
      path: `/admin?tab=partners&add=${(await createUser(portal)).id}`,
    }),
    shows: 'Add Partner',
  },
  {
    name: 'form of an invitation',
    open: at('/admin?tab=partners&add=invite', support),
    shows: 'Invite several',
  },
  {
    name: 'form of a user',
    open: at('/admin?tab=users&add=new', support),
    shows: "We'll email them a sign-in link.",
  },
  {
    name: 'no users found',
    open: at('/admin?tab=users&search=nobody-at-all', support),
    shows: 'No users found matching your criteria',
  },
  {
    name: 'no audit events found',
    open: at('/admin?tab=audit&person=nobody&action=nothing', 'admin@demo.test'),
    shows: 'Audit Log',
  },
  {
    name: 'bounced email',
    open: async (portal) => {
      const { user } = await createPartner(portal)
      const error = '550 5.1.1 No such user'
      const { id } = await createEmail(portal, user, { status: 'bounced', error, attempts: 1 })
      return { who: support, path: `/admin?tab=settings&email=${id}` }
    },
    shows: '550 5.1.1 No such user',
  },
  {
    name: 'agreement for several',
    open: async (portal) => {
      const { id } = await createSharedDocument(portal)
      return { who: support, path: `/admin?tab=settings&shared-agreement=${id}` }
    },
    shows: 'Nobody',
  },
  {
    name: 'activation of several partners',
    open: async (portal) => {
      const definitionId = crypto.randomUUID()
      await createActivation(portal, { definitionId, name: 'Lantern night' })
      const { id } = await createActivation(portal, {
        definitionId,
        name: 'Lantern night',
        stage: 'canceled',
      })
      return { who: support, path: `/admin?tab=settings&activation=${id}` }
    },
    shows: 'Also at 1 other partner',
  },
  {
    name: 'no activations found',
    open: at('/admin?tab=activations&search=nothing+is+called+that', support),
    shows: 'No activations match these filters',
  },
  {
    name: 'form of a template',
    open: at('/admin?tab=tasks&view=templates&plan=new', support),
    shows: 'Due in days',
  },
  {
    name: 'form of a set',
    open: at('/admin?tab=tasks&view=sets&plan=new', support),
    shows: 'Add a template',
  },
  {
    name: 'plan for events',
    open: async (portal) => {
      const template = await createTemplate(portal, { taskName: 'Hang the posters at every entrance' })
      const set = { givenWhen: 'event' as const, weekdaysOnly: true }
      const { id } = await createSet(portal, set, [{ ...template, eventDays: -14 }])
      return { who: support, path: `/admin?tab=tasks&view=sets&plan=${id}` }
    },
    shows: 'days before the event',
  },
  {
    name: 'recurring task',
    open: async (portal) => {
      const { id } = await createSeries(portal)
      return { who: support, path: `/admin?tab=tasks&view=recurring&plan=${id}` }
    },
    shows: 'Times are in America/New York',
  },
  {
    name: 'form of a recurring task',
    open: at('/admin?tab=tasks&view=recurring&new=task&repeats=weekly', support),
    shows: 'First due date',
  },
  {
    name: 'no recurring tasks found',
    open: at('/admin?tab=tasks&view=recurring&search=nothing+is+called+that', support),
    shows: /^No .* match this search$/,
  },
]
