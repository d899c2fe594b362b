export const apiTokenDays = { min: 7, max: 365, default: 90 } as const

/** `read` allows GET only. */
export const apiTokenScopes = ['read', 'write'] as const

export type ApiTokenScope = (typeof apiTokenScopes)[number]

export const apiTokenScopeLabels: Record<ApiTokenScope, string> = {
  read: 'Read only',
  write: 'Read and write',
}

/** The roles that a token can have: those of staff. */
export const apiTokenRoles = ['support', 'admin'] as const
