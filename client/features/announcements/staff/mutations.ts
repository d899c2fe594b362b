import { staffReads } from '#client/domain/staff-reads.ts'
import { call } from '#client/lib/api.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import {
  type AdminAnnouncement,
  createAnnouncement,
  deleteAnnouncement,
  endAnnouncement,
  listAdminAnnouncements,
  updateAnnouncement,
} from '#contract/announcements.ts'
import type { Sent } from '#contract/endpoint.ts'

const invalidates = [staffReads]

/** The body that a form sends: all fields of the announcement. */
export type SentAnnouncement = Sent<typeof createAnnouncement, 'body'>

type Saved = { record: AdminAnnouncement | null; body: SentAnnouncement }

export const useSaveAnnouncement = () =>
  useEndpointMutation(
    ({ record, body }: Saved) =>
      record
        ? call(updateAnnouncement, {
            params: { id: record.id },
            body: { ...body, updatedAt: record.updatedAt },
          })
        : call(createAnnouncement, { body }),
    {
      success: ({ state }, { record }) => {
        if (record) return { title: 'Announcement updated' }
        return { title: state === 'scheduled' ? 'Announcement scheduled' : 'Announcement published' }
      },
      failure: 'Failed to save the announcement',
      inForm: ['conflict', 'fields'],
      invalidates,
    },
  )

export const useEndAnnouncement = ({ id }: AdminAnnouncement) =>
  useEndpointMutation(() => call(endAnnouncement, { params: { id } }), {
    success: 'Announcement ended',
    failure: 'Failed to end the announcement',
    invalidates,
  })

export const useDeleteAnnouncement = ({ id }: AdminAnnouncement) =>
  useEndpointMutation(() => call(deleteAnnouncement, { params: { id } }), {
    success: 'Announcement deleted',
    failure: 'Failed to delete the announcement',
    invalidates,
    patch: { lists: [listAdminAnnouncements.path], id: () => id, change: () => null },
  })
