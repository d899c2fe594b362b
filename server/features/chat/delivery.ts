import type { FastifyBaseLogger } from 'fastify'
import { MessageFrame, ReadMarks } from '#contract/chat/frames.ts'
import { isStaff } from '#contract/users/roles.ts'
import type { Bus } from '#server/bus/bus.ts'
import type { Database } from '#server/db/client.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import type { Audience } from './audience.ts'
import { getMarks, listChanged, listMessages, type Marks, type MessageRow } from './data.ts'
import { readNotice } from './notice.ts'

const batchSize = 100
// A transaction that had begun before notices were lost may have ended after. None takes longer.
const longestTransactionMillis = 60_000
const retryMillis = 1_000

type Reads = Pick<Marks, 'partnerReadSeq' | 'staffReadSeq'>

const isBehind = (told: Reads, marks: Reads) =>
  told.partnerReadSeq < marks.partnerReadSeq || told.staffReadSeq < marks.staffReadSeq

/** Who says something has read what came before it: whoever hears it knows that. */
const readBySaying = (told: Reads, { isSupport, kind, seq }: MessageRow): Reads => {
  if (kind === 'away') return told
  return isSupport ? { ...told, staffReadSeq: seq } : { ...told, partnerReadSeq: seq }
}

/** A conversation that somebody in this process follows. */
interface Room {
  id: string
  /** Up to which message those who follow it have been told. Unknown until the first notice, which is told from there on. */
  toldSeq: number | undefined
  /** Up to which message they know each side to have read. */
  toldReads: Reads
  /** Reading, and whether something was noticed meanwhile. */
  busy: boolean
  again: boolean
}

/**
 * Tells the connections of this process what is said, by whomever and in whichever process. Notices only wake: what is
 * told is read from the table, in its order, and several notices make one read.
 */
export const createDelivery = (db: Database, bus: Bus, log: FastifyBaseLogger, audience: Audience) => {
  const rooms = new Map<string, Room>()
  let heldNotices: string[] | null = null
  let closed = false

  const roomOf = (id: string) => {
    let room = rooms.get(id)
    if (!room) {
      room = {
        id,
        toldSeq: undefined,
        toldReads: { partnerReadSeq: 0, staffReadSeq: 0 },
        busy: false,
        again: false,
      }
      rooms.set(id, room)
    }
    return room
  }

  const listenersOf = (id: string) => [...audience.partner(id), ...audience.staff]

  const tellReads = ({ id }: Room, { partnerReadSeq, staffReadSeq }: Marks) => {
    const data = { conversationId: id, partnerSeq: partnerReadSeq, staffSeq: staffReadSeq }
    const text = JSON.stringify(ReadMarks.encode({ type: 'chat_read', data }))
    for (const connection of listenersOf(id)) connection.send(text)
  }

  const readOn = async (room: Room) => {
    for (;;) {
      room.again = false
      const messages = await listMessages(db, room.id, { after: room.toldSeq ?? 0, limit: batchSize })
      const marks = await getMarks(db, room.id)
      // Nobody followed it any more meanwhile; who does again has another one.
      if (rooms.get(room.id) !== room) return
      for (const data of messages) {
        const said = {
          conversationId: room.id,
          seq: data.seq,
          // As bytes, which all of them share: a text would be made into bytes for each.
          frame: Buffer.from(JSON.stringify(MessageFrame.encode({ type: 'chat', data }))),
        }
        for (const connection of listenersOf(room.id)) connection.tell(said)
        room.toldSeq = data.seq
        room.toldReads = readBySaying(room.toldReads, data)
      }
      if (isBehind(room.toldReads, marks)) {
        room.toldReads = marks
        tellReads(room, marks)
      }
      if (!room.again && messages.length < batchSize) return
    }
  }

  const wake = (room: Room) => {
    room.again = true
    if (room.busy) return
    room.busy = true
    readOn(room).then(
      () => {
        room.busy = false
        if (room.again) wake(room)
      },
      (err) => {
        room.busy = false
        log.warn({ err }, 'what was said cannot be read yet')
        setTimeout(() => {
          if (!closed && rooms.get(room.id) === room) wake(room)
        }, retryMillis).unref()
      },
    )
  }

  const hear = (notice: string) => {
    const { event, conversationId, marks } = readNotice(notice)
    if (!audience.hears(conversationId)) return
    const room = roomOf(conversationId)
    room.toldSeq ??= event === 'said' ? marks.lastSeq - 1 : marks.lastSeq
    if (marks.lastSeq > room.toldSeq || isBehind(room.toldReads, marks)) wake(room)
  }

  /** Finds what was said while no notice came. Those that come now wait, since they would seem to be the first. */
  const catchUp = async (since: Date) => {
    heldNotices ??= []
    const gap = heldNotices
    try {
      for (const { id, seq } of await listChanged(db, new Date(since.getTime() - longestTransactionMillis))) {
        if (!audience.hears(id)) continue
        const room = roomOf(id)
        room.toldSeq ??= seq
        wake(room)
      }
    } catch (err) {
      log.warn({ err }, 'what was said meanwhile cannot be read yet')
      setTimeout(() => {
        if (!closed) void catchUp(since)
      }, retryMillis).unref()
      return
    }
    heldNotices = null
    for (const notice of gap) hear(notice)
  }

  bus.subscribe('chat', {
    onNotification: (notice) => {
      if (heldNotices) heldNotices.push(notice)
      else hear(notice)
    },
    onGap: (since) => void catchUp(since),
  })

  return {
    /** What nobody follows any more, once this person has left, is not kept up to date, so it must not be kept at all. */
    forget({ id, role }: SignedInUser) {
      for (const room of isStaff(role) ? [...rooms.keys()] : [id]) {
        if (!audience.hears(room)) rooms.delete(room)
      }
    },

    close() {
      closed = true
    },
  }
}

export type Delivery = ReturnType<typeof createDelivery>
