import type { IncomingMessage } from 'node:http'
import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import type { Access } from '#contract/endpoint.ts'
import type { Deps } from '#server/deps.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { requireAccess, requireNotImpersonating, requirePartnerChoice } from './access.ts'
import { AppError, forbidden } from './app-error.ts'
import { isCrossOrigin } from './same-origin.ts'

const maxFrameBytes = 64 * 1024
const maxFragments = 256
// How long a browser may take to confirm the close.
const closeTimeoutMs = 2_000
const goingAwayCode = 1001

/** Whether a request may become a WebSocket. Every other upgrade is ignored, and the request is handled as usual. */
export const canUpgrade = (path: string) => (request: IncomingMessage) =>
  request.headers.upgrade?.toLowerCase() === 'websocket' && request.url?.split('?')[0] === path

/** Accepts WebSockets, and closes them before the server closes. Call it before any route is registered. */
export const acceptSockets = async (app: FastifyInstance) => {
  await app.register(websocket, {
    options: { maxPayload: maxFrameBytes, maxFragments, perMessageDeflate: false },
    // After an invalid frame or on a broken connection, the socket is already closed.
    errorHandler: (err, _socket, request) => request.log.debug({ err }, 'a socket broke'),
    preClose: (done) => {
      const { clients } = app.websocketServer
      for (const socket of clients) socket.close(goingAwayCode)
      const closing = setTimeout(() => {
        for (const socket of clients) socket.terminate()
      }, closeTimeoutMs)
      app.websocketServer.close(() => clearTimeout(closing))
      done()
    },
  })
}

interface SocketRoute {
  path: string
  access: Exclude<Access, 'anyone'>
  /** Checks the request before the upgrade. */
  check?: (request: FastifyRequest) => void
  /** Must not throw. */
  onSocket: (socket: WebSocket, user: SignedInUser, request: FastifyRequest) => void
}

/** Registers a WebSocket. Origin, session and access are checked before the upgrade, so that a refusal is a normal response. */
export const socketRoute = (
  app: FastifyInstance,
  { settings, baseUrl, sessions }: Pick<Deps, 'settings' | 'baseUrl' | 'sessions'>,
  { path, access, check, onSocket }: SocketRoute,
) => {
  app.route({
    method: 'GET',
    url: path,
    config: { access },
    onRequest: async (request, reply) => {
      if (isCrossOrigin(request, settings, baseUrl)) throw forbidden()
      request.signedIn = await sessions.find(request, reply)
      requireAccess(access, request.signedIn)
      // Everything sent through a socket is a write, which impersonation does not allow.
      requireNotImpersonating(request.signedIn)
      requirePartnerChoice(request.signedIn)
      check?.(request)
    },
    handler: async () => {
      throw new AppError('bad_request', 'This address only accepts WebSockets')
    },
    wsHandler: (socket, request) => {
      if (request.signedIn) onSocket(socket, request.signedIn, request)
    },
  })
}
