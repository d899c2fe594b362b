/** The address of the WebSocket. `?since=` asks for missed messages instead of the history: see `MissedFrame`. */
export const chatPath = '/ws'

/** The interval at which clients repeat the typing frame. If no frame arrives for twice that time, typing ends. */
export const typingIntervalMs = 3_000

/** The name of the team that partners see. */
export const teamName = 'Partner Team'

/** The codes with which the server closes a WebSocket. */
export const closeCodes = {
  /** The server is stopping or restarting, and the client should connect again. */
  goingAway: 1001,
  /** The client sent more frames than a user can cause. */
  policyViolation: 1008,
  tryAgainLater: 1013,
  /** The user was signed out, disabled, or given another role or other rights for their partner. */
  sessionEnded: 4401,
} as const
