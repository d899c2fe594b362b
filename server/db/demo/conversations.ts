import type { TeamName } from './team.ts'

/** Either the days before today and a time of day on the Gulf Coast, or the hours before now. */
type When = `${number}d ${number}:${number}` | `${number}h`

export type Line = [from: 'partner' | TeamName, when: When, message: string]

export interface DemoConversation {
  /** The email address of the partner. */
  email: string
  lines: Line[]
  notes?: [by: TeamName, when: When, note: string][]
  assignedTo?: TeamName
  /** How many hours after the last message the conversation was closed. */
  closedAfter?: number
  /** Whether the partner has not opened the last reply yet. */
  isUnreadByPartner?: true
}

const of = (name: string) => `${name}@partners.demo.test`

export const demoConversations: DemoConversation[] = [
  {
    email: 'partner@demo.test',
    assignedTo: 'sam',
    lines: [
      ['partner', '61d 10:12', 'Good morning! The walk was a success, 74 people joined us.'],
      ['renee', '61d 10:40', 'Wonderful. Could you send us two or three pictures?'],
      ['partner', '61d 15:05', "They're on their way."],
      ['partner', '26d 9:31', 'We looked at the second contract. Is the fee for both weekends or for each?'],
      ['sam', '26d 9:52', "For both. I've added that to the setup details too, so it's in writing."],
      ['partner', '26d 9:58', 'Perfect, then I can sign this week.'],
      ['sam', '23d 16:02', 'Signed on both sides, thank you, Paula!'],
      ['partner', '3d 11:02', 'Hi, is there a poster in Spanish too?'],
      ['sam', '3d 11:14', "Yes, we're adding it to Activation Materials today."],
      ['partner', '3d 11:20', 'Wonderful, thank you.'],
      ['sam', '3d 11:22', "I'll write as soon as it's up."],
      ['partner', '3h', 'One more thing: may we start setting up at 7 instead of 7:30?'],
    ],
    notes: [
      ['sam', '26d 10:05', 'Fee confirmed with Ada: one payment for both weekends.'],
      ['renee', '3d 11:30', 'The Spanish poster is at the printer. Proofs arrive on Thursday.'],
    ],
  },
  {
    email: 'pending@demo.test',
    lines: [
      ['partner', '2d 13:10', 'Who signs the contract, the owner or the manager?'],
      ['sam', '2d 13:41', 'Anyone who can sign for the business. The owner is always fine.'],
    ],
  },
  {
    email: of('grace.okafor'),
    assignedTo: 'jordan',
    closedAfter: 20,
    lines: [
      ['partner', '6d 9:20', 'We expect about 80 more guests than planned.'],
      ['jordan', '6d 10:22', 'Noted. Could you send the new number in writing by Friday?'],
      ['partner', '6d 10:51', 'Will do.'],
      ['partner', '5d 8:45', 'Done: 330 guests. The letter is in your inbox.'],
      ['jordan', '5d 9:15', 'Got it, the caterer knows. See you there!'],
    ],
    notes: [['jordan', '5d 9:20', "Ask for a third table. There's room in the lobby."]],
  },
  {
    email: of('victor.hale'),
    assignedTo: 'renee',
    lines: [
      ['partner', '14d 16:20', 'Can the tablets stay overnight, or do we lock them up?'],
      ['renee', '14d 16:48', "Please lock them up. The case has a code. We'll email it to you."],
      ['partner', '6h', 'The code for the tablet case does not work. Could you send it again?'],
    ],
    notes: [['renee', '14d 16:52', 'Case number 7. Send the code by email, not in the chat.']],
  },
  {
    email: of('elena.vasquez'),
    assignedTo: 'renee',
    lines: [
      ['partner', '1.8h', 'Our pool is closed for repairs next week. Can the screening move to the gym?'],
      ['partner', '1.7h', 'It also has two outlets, and more room.'],
    ],
  },
  {
    email: of('marcus.bell'),
    assignedTo: 'sam',
    closedAfter: 3,
    lines: [
      ['partner', '47d 9:05', "We'd like to do the winter weekend again."],
      ['sam', '47d 9:33', "We hoped you would! I'll add a second contract for you today."],
      ['partner', '47d 9:35', 'Same terms as last time?'],
      ['sam', '47d 9:50', 'Same terms. Only the dates and the guest count are new.'],
      ['partner', '44d 15:45', 'Signed.'],
      ['sam', '44d 16:10', 'And received. Thank you, Marcus.'],
    ],
  },
  {
    email: of('imani.carter'),
    lines: [
      ['partner', '33d 11:00', 'Is there a version of the logo for dark backgrounds?'],
      ['miguel', '33d 13:20', 'Yes: look in the folder "dark" of All logos, in Creative Files.'],
      ['partner', '33d 13:24', 'Found it. Thanks, Miguel!'],
      ['partner', '8d 10:10', 'The banner for the side door came without eyelets.'],
      ['jordan', '8d 10:25', 'Sorry about that. A new one ships today and arrives on Wednesday.'],
      ['partner', '8d 10:26', "That's early enough."],
      ['jordan', '8d 15:55', 'Tracking says Wednesday before noon.'],
    ],
    notes: [['jordan', '8d 10:40', 'Second banner without eyelets this month. Tell the printer.']],
    isUnreadByPartner: true,
  },
  {
    email: of('theo.nakamura'),
    assignedTo: 'ada',
    closedAfter: 44,
    lines: [
      ['partner', '81d 12:30', 'My lawyer wants to know which law applies to the agreement.'],
      ['ada', '81d 14:02', "Florida law. It's in the last section. Does she need anything else?"],
      ['partner', '80d 9:15', "No, that was all. I'll sign today."],
    ],
  },
  {
    email: of('mei.tanaka'),
    closedAfter: 2,
    lines: [
      ['partner', '19d 17:20', 'Sign-ups are at 112. Should we close the list at 120?'],
      ['sam', '18d 8:40', 'Keep it open until 130. About ten never show up.'],
      ['partner', '18d 8:55', 'Good to know!'],
    ],
  },
  {
    email: of('andre.dubois'),
    closedAfter: 1,
    lines: [
      ['partner', '40d 10:05', 'Where can I find the shift plan?'],
      ['renee', '40d 10:09', 'Resources, Activation Materials, in the folder Summer weekends.'],
      ['partner', '40d 10:11', 'Got it.'],
    ],
  },
  {
    email: of('chloe.martin'),
    isUnreadByPartner: true,
    lines: [
      ['partner', '11d 14:00', 'The NDA is signed. What comes next?'],
      [
        'jordan',
        '11d 14:30',
        "The contract. We haven't entered anything yet. Can we talk about the fee first?",
      ],
      ['partner', '11d 14:45', 'Sure, any morning this week works.'],
      ['jordan', '4d 9:10', "Hi Chloe, did the call with Ada settle the fee? Then I'll enter the terms."],
    ],
    notes: [['ada', '9d 16:30', "Called. She's asking for $11,000. Waiting for her calendar."]],
  },
  {
    email: of('daniel.weiss'),
    assignedTo: 'ada',
    lines: [
      ['partner', '17d 13:40', 'NDA done. Please enter the terms we discussed on the phone.'],
      ['ada', '15d 16:12', "They're in the contract now. Does everything look right?"],
      ['partner', '15d 16:40', 'Looks good. Our board meets on the first, and I can sign after that.'],
      ['ada', '15d 16:44', 'Take your time.'],
    ],
  },
  {
    email: of('carmen.ruiz'),
    lines: [
      ['partner', '3d 15:50', "Both agreements are signed. We're so glad to be part of this!"],
      [
        'renee',
        '3d 16:05',
        "So are we! You'll get your first tasks tomorrow, and the set-up guide is in Resources.",
      ],
    ],
  },
]
