import type { FileType } from '#contract/files/file-types.ts'
import type { ResourceCategory } from '#contract/resources/categories.ts'
import type { demoGroups } from './partners.ts'

export interface DemoFile {
  title: string
  type: FileType
  description?: string
  /** The group that the file is for. A file is for everyone unless `group` or `isForPaula` is set. */
  group?: (typeof demoGroups)[number]
  isForPaula?: boolean
  downloads?: number
  /** The number of days before today on which the file was uploaded. */
  age: number
}

interface DemoFolder {
  name: string
  description: string | null
  category: ResourceCategory
  files: DemoFile[]
}

export const demoFolders: DemoFolder[] = [
  {
    name: 'Summer weekends',
    description: 'Everything for the outdoor weekends from May to September',
    category: 'activation',
    files: [
      {
        title: 'Set-up guide',
        type: 'pdf',
        description: 'Where things go, who brings what, who to call',
        downloads: 31,
        age: 60,
      },
      { title: 'Shift plan', type: 'xlsx', description: 'Fill in your team', downloads: 18, age: 58 },
      { title: 'Guest counts', type: 'csv', downloads: 6, age: 40 },
      { title: 'Walk through the site', type: 'mp4', description: 'Six seconds that save an hour', age: 33 },
      { title: 'Shoreline route', type: 'png', group: 'Gulf Coast Venues', downloads: 9, age: 30 },
    ],
  },
  {
    name: 'Studio open days',
    description: null,
    category: 'activation',
    files: [
      { title: 'Open day schedule', type: 'xls', downloads: 4, age: 75 },
      {
        title: 'Invitation letter',
        type: 'docx',
        description: 'Add your name and the day',
        downloads: 12,
        age: 74,
      },
      { title: 'Door sign', type: 'gif', group: 'Fitness Studios', age: 70 },
    ],
  },
  {
    name: 'Logos',
    description: 'For print and for screens. Leave room around them.',
    category: 'creative',
    files: [
      { title: 'Logo, drawn', type: 'svg', description: 'Sharp at any size', downloads: 44, age: 88 },
      { title: 'Logo for screens', type: 'webp', downloads: 27, age: 88 },
      { title: 'All logos', type: 'zip', downloads: 15, age: 87 },
    ],
  },
  {
    name: 'Photographs',
    description: 'Free to use in everything about our activations',
    category: 'creative',
    files: [
      { title: 'Beach at noon', type: 'jpg', downloads: 22, age: 50 },
      { title: 'Beach at dusk', type: 'jpeg', downloads: 19, age: 50 },
      { title: 'Bayfront Conservatory terrace', type: 'png', isForPaula: true, age: 12 },
    ],
  },
  {
    name: 'First steps',
    description: 'Read these before your first activation',
    category: 'training',
    files: [
      { title: 'How we talk to guests', type: 'pptx', downloads: 25, age: 80 },
      { title: 'How we talk to guests, former edition', type: 'ppt', age: 85 },
      { title: 'House rules', type: 'txt', downloads: 8, age: 79 },
      { title: 'Welcome, spoken', type: 'mp3', description: 'For your commute', age: 20 },
    ],
  },
]

/** The files that are in no folder. */
export const looseFiles: (DemoFile & { category: ResourceCategory })[] = [
  { title: 'Risk assessment form', type: 'doc', category: 'activation', downloads: 7, age: 66 },
  { title: 'Teaser film', type: 'mov', category: 'creative', description: 'For social media', age: 5 },
  {
    title: 'Wellness days for companies',
    type: 'pdf',
    category: 'training',
    group: 'Corporate Wellness',
    downloads: 3,
    age: 15,
  },
]
