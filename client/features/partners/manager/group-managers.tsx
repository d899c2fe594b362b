import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { staffReads } from '#client/domain/staff-reads.ts'
import { call } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import { pagesOf } from '#client/lib/query-client.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import { PagedList } from '#client/ui/paged-list.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { limits } from '#contract/limits.ts'
import type { GroupManager } from '#contract/partners/partner-manager.ts'
import { ManagerSelect } from './manager-select.tsx'

/** All groups, each with the manager of its partners, to be changed. */
export function GroupManagers() {
  const [search, setSearch] = useState('')
  const groups = useInfiniteQuery({
    ...pagesOf('/api/admin/group-managers', { query: { search, limit: '20' } }),
    placeholderData: keepPreviousData,
  })
  return (
    <div className="grid grid-cols-1 gap-4">
      <SearchField
        label="Search groups"
        placeholder="Search by name"
        maxLength={limits.group}
        value={search}
        onSearch={setSearch}
      />
      <PagedList
        what="groups"
        query={groups}
        rows={groups.data?.pages.flatMap(({ rows }) => rows)}
        emptyLine={search ? 'No matching groups' : 'No groups yet. Give a partner one in User Management.'}
        renderRow={(row) => <GroupItem key={row.group} row={row} />}
      />
    </div>
  )
}

function GroupItem({ row: { group, manager, partners } }: { row: GroupManager }) {
  const { mutate, isPending } = useEndpointMutation(
    (managerId: string | null) => call('PUT /api/admin/group-managers', { body: { group, managerId } }),
    {
      success: ({ changed }) => ({
        title:
          changed > 0
            ? `${formatCount(changed, 'partner')} got this manager`
            : 'Manager of the group changed',
      }),
      failure: 'The manager could not be changed. Check your connection and try again.',
      serverMessages: 'all',
      invalidates: [staffReads],
      awaitsReads: true,
    },
  )
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
      <p className="wrap-anywhere min-w-40 flex-1">
        {group} <span className="text-13 text-muted">{formatCount(partners, 'partner')}</span>
      </p>
      <ManagerSelect
        label={`Manager of ${group}`}
        manager={manager}
        isPending={isPending}
        onChange={mutate}
      />
    </li>
  )
}
