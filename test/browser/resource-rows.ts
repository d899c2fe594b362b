import type { ResourceFolder } from '#contract/resources/folders.ts'
import type { Resource } from '#contract/resources/resources.ts'

const at = '2026-11-02T15:00:00.000Z'
let last = 0
const nextId = () => `018f0000-0000-7000-8000-${String(++last).padStart(12, '0')}`

/** A text file for everyone, in no folder, as staff receive it. */
export const resource = (given: Partial<Resource> = {}): Resource => {
  const id = nextId()
  return {
    id,
    title: 'House rules',
    description: null,
    category: 'creative',
    folderId: null,
    filePath: `file_${id.replaceAll('-', '_')}`,
    fileName: 'house-rules.txt',
    fileType: 'txt',
    fileSize: 54,
    hasThumbnail: false,
    downloadCount: 0,
    isActive: true,
    createdAt: at,
    updatedAt: at,
    uploadedBy: null,
    assignedPartnerIds: [],
    assignedGroup: null,
    ...given,
  }
}

export const folder = (given: Partial<ResourceFolder> = {}): ResourceFolder => ({
  id: nextId(),
  name: 'Logos',
  description: null,
  category: 'creative',
  fileCount: 0,
  createdBy: null,
  createdAt: at,
  updatedAt: at,
  ...given,
})
