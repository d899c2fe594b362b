import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refreshStaffReads } from '#client/domain/refresh-staff-reads.ts'
import { ApiError, sendFile } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import { showRefusal } from '#client/lib/show-failure.ts'
import { toast } from '#client/lib/toast.ts'
import { checkPartnerImport, importPartners } from '#contract/partners/import.ts'
import type { ChosenCsv } from './chosen-csv.ts'

/** What would become of each row; nothing is stored. */
export const useCheckImport = () =>
  useMutation({ mutationFn: ({ content }: ChosenCsv) => sendFile(checkPartnerImport, content) })

/** What to say of a file that could not be checked: the server's words, where it has any. */
export const checkFailure = (error: Error): string =>
  (error instanceof ApiError && error.serverMessage) ||
  'The file could not be checked. Check your connection and try again.'

/** Adds the partners of a file, all or none. */
export const useImportPartners = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ content }: ChosenCsv) => sendFile(importPartners, content),
    onSuccess: ({ partners, users }) => {
      toast({
        title: `${formatCount(partners, 'partner')} imported`,
        description: `${formatCount(users, 'user')} added. Nobody was mailed.`,
        tone: 'positive',
      })
      void refreshStaffReads(client)
    },
    onError: (error) => showRefusal(error, 'Failed to import partners'),
  })
}
