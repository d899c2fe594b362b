/** The HTTP status of each error code. Nothing else pairs them. */
export const errorStatus = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  /** The user must confirm that they are present, and then send the same request again. */
  step_up_required: 403,
  /** A member of staff must first use a passkey or a recovery code, or set up a passkey. */
  passkey_required: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  misdirected: 421,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

/** The body of every error response. `fields` has the messages of invalid inputs, by dotted path. */
export interface ErrorResponse {
  message: string
  code: ErrorCode
  fields?: Record<string, string>
}
