import { eventsAbout } from '#server/domain-events/event.ts'

interface About {
  document: { id: string }
}

/** Defines an event that only becomes evidence. The activity and the audit log list the amendment itself. */
const evidenceEvent = eventsAbout<About>({ documentId: ({ document }) => document.id })

type Amends = About & { agreements: { id: string; textSha256: string }[] }

/** An amendment was prepared. The evidence names the signed texts that it amends. */
export const documentAmends = evidenceEvent('document.amends', {
  evidence: {
    amends: ({ agreements }: Amends, by) => ({
      by: by?.id,
      agreements: agreements.map(({ id, textSha256 }) => ({ documentId: id, textSha256 })),
    }),
  },
})

/** Both sides have signed an amendment of this agreement. */
export const documentAmended = evidenceEvent('document.amended', {
  evidence: { amended: ({ amendedBy }: About & { amendedBy: string }, by) => ({ by: by?.id, amendedBy }) },
})
