import { useQueryClient } from '@tanstack/react-query'
import { ownProfile, ownProfilePath } from '#client/domain/current-user.ts'
import { staffReads } from '#client/domain/staff-reads.ts'
import { call, sendFile } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import type { Sent } from '#contract/endpoint.ts'
import type { createPartner, updatePartner } from '#contract/partners/partners.ts'
import type { saveProfile } from '#contract/partners/profile.ts'
import { importedLabel } from './import/plan-summary.tsx'

const forStaff = { serverMessages: 'all', invalidates: [staffReads] } as const

export const useAddPartner = () =>
  useEndpointMutation(
    (body: Sent<typeof createPartner, 'body'>) => call('POST /api/admin/partners', { body }),
    {
      ...forStaff,
      success: 'Partner added successfully',
      failure: 'Failed to add partner',
    },
  )

export const useUpdatePartner = (partnerId: string) =>
  useEndpointMutation(
    (body: Sent<typeof updatePartner, 'body'>) =>
      call('PUT /api/admin/partners/:partnerId', { params: { partnerId }, body }),
    {
      ...forStaff,
      success: 'Partner updated successfully',
      failure: 'Failed to update partner',
      inForm: ['conflict'],
    },
  )

export const useTakeBackStatus = (partnerId: string) =>
  useEndpointMutation(
    (body: { reason: string }) =>
      call('POST /api/admin/partners/:partnerId/take-back-status', { params: { partnerId }, body }),
    {
      ...forStaff,
      success: 'Status reset',
      failure: 'Failed to reset the status',
    },
  )

/** Adds and changes the partners of the good rows of a CSV file that was checked. */
export const useImportPartners = () =>
  useEndpointMutation(
    ({ body, query }: { body: Blob; query: Record<string, string> }) =>
      // The user has already seen what is left out.
      sendFile('POST /api/admin/partners/import', body, {
        ...query,
        skipRefused: '1',
        skipUnknownColumns: '1',
      }),
    {
      ...forStaff,
      success: (imported) => ({
        title: importedLabel(imported),
        ...(imported.users > 0 && {
          description: `${formatCount(imported.users, 'user')} added. No invitations were sent.`,
        }),
      }),
      failure: 'Failed to import partners',
    },
  )

/** Changes the own profile of an onboarded partner. */
export const useUpdateProfile = () => {
  const client = useQueryClient()
  return useEndpointMutation(
    (body: Sent<typeof saveProfile, 'body'>) => call('POST /api/partner/profile', { body }),
    {
      success: 'Profile saved',
      failure: 'Your profile could not be saved. Check your connection and try again.',
      inForm: ['conflict', 'fields'],
      onSuccess: (profile) => client.setQueryData(ownProfile.queryKey, profile),
    },
  )
}

/** Creates the partner's own profile, or confirms it with changes. */
export const useSaveProfile = () => {
  const client = useQueryClient()
  return useEndpointMutation(
    (body: Sent<typeof saveProfile, 'body'>) => call('POST /api/partner/profile', { body }),
    {
      success: 'Partner profile created successfully!',
      failure: 'Failed to create partner profile. Please try again.',
      onSuccess: (profile) => client.setQueryData(ownProfile.queryKey, profile),
      // The profile may have been completed in another window.
      onError: () => client.invalidateQueries({ queryKey: [ownProfilePath] }),
    },
  )
}
