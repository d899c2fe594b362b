import type { TaskType } from '#contract/task-status.ts'

type Comment = [from: 'partner' | 'staff', text: string]

export interface TaskContent {
  taskName: string
  taskType: TaskType
  instructions: string
  /** The comments that were written while the task was in progress. */
  comments?: Comment[]
  /** The picture that proves that the task was done. */
  proof?: 'proof-window' | 'proof-screen'
}

/** The tasks that partners get, in this order. */
export const taskContents: TaskContent[] = [
  {
    taskName: 'Put up the window posters',
    taskType: 'physical',
    instructions:
      'Two posters, A2, at eye level beside the entrance.\n\n1. Clean the glass.\n2. Leave about three inches to the frame.\n3. Send a photo from across the street, by daylight.',
    comments: [
      ['partner', 'The left window gets the morning sun. Is that a problem for the print?'],
      ['staff', "Not at all, it's UV-resistant. Either window is fine."],
    ],
    proof: 'proof-window',
  },
  {
    taskName: 'Post the program on your channels',
    taskType: 'digital_social',
    instructions:
      'One post with the program and one story the day before. Tag us, and use the texts in Activation Materials as they are or in your own words.',
    comments: [['staff', 'The wording you sent is lovely. Go ahead.']],
  },
  {
    taskName: 'Run the 15-second spot on the lobby screen',
    taskType: 'ooh_screen_placement',
    instructions:
      'From opening until closing, at least four times an hour, without sound. Send a photo of the screen while the spot runs.',
    comments: [
      ['partner', 'Our screen is portrait. Do you have a vertical version?'],
      ['staff', "It's in Creative Files as of this morning."],
    ],
    proof: 'proof-screen',
  },
  {
    taskName: 'Share the kick-off story',
    taskType: 'digital_social',
    instructions: 'Share it within a day of its release, with a sentence on why your venue takes part.',
  },
  {
    taskName: 'Set out the sign-up cards',
    taskType: 'physical',
    instructions:
      'Fifty cards at the front desk, in the stand that came with them. Tell us when ten are left.',
    comments: [['partner', 'We are down to twelve cards already!']],
  },
  {
    taskName: 'Book the screening corner',
    taskType: 'physical',
    instructions:
      'A quiet corner of 10 by 10 feet with two outlets, from one hour before until one hour after.',
  },
  {
    taskName: 'Put the event in your newsletter',
    taskType: 'digital_social',
    instructions: 'At the top or second from the top. Send us the link once it is out.',
    comments: [
      ['partner', 'It went out to 2,300 readers this morning.'],
      ['staff', "Thank you, we've already seen 140 visits from it."],
    ],
  },
]

interface OwnTask extends TaskContent {
  dueIn: number
  state: 'pending' | 'in_progress' | 'sent-back' | 'to-accept' | 'accepted'
}

const [posters, program, spot, story, cards] = taskContents as [
  TaskContent,
  TaskContent,
  TaskContent,
  TaskContent,
  TaskContent,
]

/** The tasks of the partner account on the demo's sign-in page, in every state. */
export const paulasTasks: OwnTask[] = [
  {
    taskName: 'Send the photos of the entrance',
    taskType: 'physical',
    instructions: 'Three photos: from the street, from the parking lot, and of the door itself.',
    comments: [['staff', 'We need these to place the banners. Is there anything in the way?']],
    dueIn: -3,
    state: 'pending',
  },
  { ...program, dueIn: 2, state: 'in_progress' },
  {
    ...posters,
    comments: [
      ...(posters.comments ?? []),
      ['staff', "Almost there: please move the right one up. It's hidden behind the planter."],
    ],
    dueIn: 5,
    state: 'sent-back',
  },
  { ...spot, dueIn: 12, state: 'pending' },
  { ...cards, comments: [], dueIn: 26, state: 'pending' },
  {
    taskName: 'Hang the banner at the terrace',
    taskType: 'physical',
    instructions: 'The long one, with the eyelets at the top. Take it down if a storm is coming.',
    proof: 'proof-window',
    dueIn: -1,
    state: 'to-accept',
  },
  { ...story, dueIn: -16, state: 'accepted' },
  { ...spot, taskName: 'Show the autumn spot in the foyer', dueIn: -37, state: 'accepted' },
  { ...(taskContents[6] ?? story), dueIn: -58, state: 'accepted' },
]
