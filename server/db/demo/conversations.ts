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
      ['partner', '61d 10:12', 'Good morning! The walk was a success, 74 people came along.'],
      ['renee', '61d 10:40', 'Wonderful. Would you send us two or three pictures?'],
      ['partner', '61d 15:05', 'They are on their way.'],
      [
        'partner',
        '26d 9:31',
        'We have looked at the second contract. Is the fee for both weekends or for each?',
      ],
      ['sam', '26d 9:52', 'For both. I have put that into the setup details, too, so that it is in writing.'],
      ['partner', '26d 9:58', 'Perfect, then I can sign this week.'],
      ['sam', '23d 16:02', 'Signed on both sides, thank you, Paula!'],
      ['partner', '3d 11:02', 'Hello, is there a poster in Spanish as well?'],
      ['sam', '3d 11:14', 'There is, we are putting it into Activation Materials today.'],
      ['partner', '3d 11:20', 'Wonderful, thank you.'],
      ['sam', '3d 11:22', 'I will write as soon as it is up.'],
      ['partner', '3h', 'One more thing: may we start setting up at 7 instead of 7:30?'],
    ],
    notes: [
      ['sam', '26d 10:05', 'Fee confirmed with Ada: one payment for both weekends.'],
      ['renee', '3d 11:30', 'The Spanish poster is at the printer, proofs come on Thursday.'],
    ],
  },
  {
    email: 'pending@demo.test',
    lines: [
      ['partner', '2d 13:10', 'Who signs the contract, the owner or the manager?'],
      ['sam', '2d 13:41', 'Whoever may bind the business. The owner is always fine.'],
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
      ['jordan', '5d 9:15', 'Got it, the caterer knows. See you on the day!'],
    ],
    notes: [['jordan', '5d 9:20', 'Ask for a third table, the lobby holds it.']],
  },
  {
    email: of('victor.hale'),
    assignedTo: 'renee',
    lines: [
      ['partner', '14d 16:20', 'Can the tablets stay overnight, or do we lock them up?'],
      ['renee', '14d 16:48', 'Please lock them up. The case has a code, we will mail it to you.'],
      ['partner', '6h', 'The code for the tablet case does not work. Could you send it again?'],
    ],
    notes: [['renee', '14d 16:52', 'Case number 7. Code goes by mail, not by chat.']],
  },
  {
    email: of('elena.vasquez'),
    assignedTo: 'renee',
    lines: [
      ['partner', '1.8h', 'Our pool is closed for repairs next week. Can the screening move to the gym?'],
      ['partner', '1.7h', 'It has the same two outlets, and more room.'],
    ],
  },
  {
    email: of('marcus.bell'),
    assignedTo: 'sam',
    closedAfter: 3,
    lines: [
      ['partner', '47d 9:05', 'We would like to do the winter weekend again.'],
      ['sam', '47d 9:33', 'We hoped you would! I will add a second contract for you today.'],
      ['partner', '47d 9:35', 'Same terms as last time?'],
      ['sam', '47d 9:50', 'Same terms. Only the dates and the number of guests are new.'],
      ['partner', '44d 15:45', 'Signed.'],
      ['sam', '44d 16:10', 'And received. Thank you, Marcus.'],
    ],
  },
  {
    email: of('imani.carter'),
    lines: [
      ['partner', '33d 11:00', 'Is there a version of the logo for dark backgrounds?'],
      ['miguel', '33d 13:20', 'Yes: All logos, in Creative Files, has a folder named dark.'],
      ['partner', '33d 13:24', 'Found it. Thanks, Miguel!'],
      ['partner', '8d 10:10', 'The banner for the side door came without eyelets.'],
      ['jordan', '8d 10:25', 'Sorry about that. A new one ships today and arrives on Wednesday.'],
      ['partner', '8d 10:26', 'That is early enough.'],
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
      ['partner', '81d 12:30', 'My lawyer asks which law applies to the agreement.'],
      ['ada', '81d 14:02', 'Florida law, it is in the last section. Anything else she needs?'],
      ['partner', '80d 9:15', 'No, that was all. I sign today.'],
    ],
  },
  {
    email: of('mei.tanaka'),
    closedAfter: 2,
    lines: [
      ['partner', '19d 17:20', 'Sign-ups are at 112. Should we close the list at 120?'],
      ['sam', '18d 8:40', 'Leave it open until 130, about ten never come.'],
      ['partner', '18d 8:55', 'Good to know!'],
    ],
  },
  {
    email: of('andre.dubois'),
    closedAfter: 1,
    lines: [
      ['partner', '40d 10:05', 'Where do I find the shift plan?'],
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
        'The contract. We have entered nothing yet: shall we talk about the fee first?',
      ],
      ['partner', '11d 14:45', 'Please, any morning this week works.'],
      ['jordan', '4d 9:10', 'Hello Chloe, did the call with Ada settle the fee? Then I enter the terms.'],
    ],
    notes: [['ada', '9d 16:30', 'Called, she asks for $11,000. Waiting for her calendar.']],
  },
  {
    email: of('daniel.weiss'),
    assignedTo: 'ada',
    lines: [
      ['partner', '17d 13:40', 'NDA done. Please enter the terms as we discussed them on the phone.'],
      ['ada', '15d 16:12', 'They are in the contract now. Is everything as agreed?'],
      ['partner', '15d 16:40', 'Looks right. Our board meets on the first, I can sign after that.'],
      ['ada', '15d 16:44', 'Take your time.'],
    ],
  },
  {
    email: of('carmen.ruiz'),
    lines: [
      ['partner', '3d 15:50', 'Both agreements are signed. We are so glad to be part of this!'],
      [
        'renee',
        '3d 16:05',
        'So are we. Your first tasks come tomorrow, and the set-up guide is in Resources.',
      ],
    ],
  },
]
