import type { FastifyInstance } from 'fastify'
import { chatPath } from '#contract/chat/connection.ts'
import { ConnectQuery, countUnread } from '#contract/chat/frames.ts'
import { isStaff } from '#contract/users/roles.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { socketRoute } from '#server/http/sockets.ts'
import { parseInput } from '#server/http/validation.ts'
import { countUnreadConversations, countUnreadOf } from './data.ts'
import { createSockets } from './sockets.ts'

export const registerChat = (app: FastifyInstance, deps: Deps) => {
  const { db, sessions, bus } = deps
  const sockets = createSockets(deps)
  app.addHook('onReady', async () => bus.connect())
  app.addHook('preClose', async () => sockets.close())
  deps.metrics?.observeOpen('chat', sockets.count)

  socketRoute(app, deps, {
    path: chatPath,
    access: 'signed-in',
    check: (request) => void parseInput(ConnectQuery, request.query),
    onSocket: (socket, user, request) =>
      sockets.add(socket, user, parseInput(ConnectQuery, request.query).since),
  })

  route(app, sessions, countUnread, async ({ user }) => ({
    unread: await (isStaff(user.role)
      ? countUnreadConversations(db)
      : countUnreadOf(db, user.conversationId, user.id)),
  }))
}
