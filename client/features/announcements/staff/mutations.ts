import { staffReads } from '#client/domain/staff-reads.ts'
import { call } from '#client/lib/api.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import type { AdminAnnouncement, createAnnouncement } from '#contract/announcements.ts'
import type { Sent } from '#contract/endpoint.ts'

const invalidates = [staffReads] as const

/** The body that a form sends: all fields of the announcement. */
export type SentAnnouncement = Sent<typeof createAnnouncement, 'body'>

type Saved = { record: AdminAnnouncement | null; body: SentAnnouncement }

export const useSaveAnnouncement = () =>
  useEndpointMutation(
    ({ record, body }: Saved) =>
      record
        ? call('PUT /api/admin/announcements/:id', {
            params: { id: record.id },
            body: { ...body, updatedAt: record.updatedAt },
          })
        : call('POST /api/admin/announcements', { body }),
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
  useEndpointMutation(() => call('POST /api/admin/announcements/:id/end', { params: { id } }), {
    success: 'Announcement ended',
    failure: 'Failed to end the announcement',
    invalidates,
  })

export const useDeleteAnnouncement = ({ id }: AdminAnnouncement) =>
  useEndpointMutation(() => call('DELETE /api/admin/announcements/:id', { params: { id } }), {
    success: 'Announcement deleted',
    failure: 'Failed to delete the announcement',
    invalidates,
    patch: { lists: ['/api/admin/announcements'], id: () => id, change: () => null },
  })
