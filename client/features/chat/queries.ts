import {
  type InfiniteData,
  keepPreviousData,
  type Query,
  type QueryClient,
  useInfiniteQuery,
} from '@tanstack/react-query'
import type { Rows } from '#client/lib/api.ts'
import { invalidateInBackground } from '#client/lib/background-reads.ts'
import { pagesOf, readOf } from '#client/lib/query-client.ts'
import type { ServerFrame } from '#contract/chat/frames.ts'
import { type ChatConversation, getConversation, listConversations } from '#contract/chat/inbox.ts'
import { type ChatNote, listNotes } from '#contract/chat/notes.ts'
import type { Received, Sent } from '#contract/endpoint.ts'

/** A conversation that may have no message yet. */
export type OpenedConversation = Received<typeof getConversation>

type Pages<R> = InfiniteData<Rows<R>, number>
type FrameData<T extends ServerFrame['type']> = Extract<ServerFrame, { type: T; data: unknown }>['data']

/** Conversations, page by page, as one list. */
export const useConversations = (query: Sent<typeof listConversations, 'query'>) =>
  useInfiniteQuery({
    ...pagesOf(listConversations, { query }),
    placeholderData: keepPreviousData,
    select: ({ pages }) => pages.flatMap((page) => page.rows),
  })

/** Reads conversations and their notes again where they are shown. */
export const refreshConversations = (client: QueryClient) =>
  void invalidateInBackground(client, { queryKey: [listConversations.path] })

const patchConversation = (client: QueryClient, id: string, changes: Partial<ChatConversation>) => {
  client.setQueryData<OpenedConversation>(
    readOf(getConversation, { params: { conversationId: id } }).queryKey,
    (conversation) => conversation && { ...conversation, ...changes },
  )
  const isList = ({ queryKey }: Query) => typeof queryKey[1] === 'object'
  client.setQueriesData<Pages<ChatConversation>>(
    { queryKey: [listConversations.path], predicate: isList },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          rows: page.rows.map((row) => (row.id === id ? { ...row, ...changes } : row)),
        })),
      },
  )
}

export const patchState = (
  client: QueryClient,
  { id, assignedTo, closedAt }: FrameData<'chat_conversation'>,
) => patchConversation(client, id, { assignedTo, closedAt })

export const patchPresence = (client: QueryClient, { conversationId, present }: FrameData<'presence'>) =>
  patchConversation(client, conversationId, { present })

export const notesOf = (conversationId: string) => pagesOf(listNotes, { params: { conversationId } })

/** Adds a note to the first page, unless it is there already. */
export const insertNote = (client: QueryClient, note: ChatNote) =>
  client.setQueryData<Pages<ChatNote>>(notesOf(note.conversationId).queryKey, (notes) => {
    const [first, ...others] = notes?.pages ?? []
    if (!notes || !first || notes.pages.some(({ rows }) => rows.some(({ id }) => id === note.id)))
      return notes
    return { ...notes, pages: [{ rows: [note, ...first.rows], total: first.total + 1 }, ...others] }
  })
