/** Whether staff must have a passkey, and how many days they have to set one up. */
export interface PasskeyRule {
  required: boolean
  graceDays: number
}

/** Returns the days of grace as a parameter of a statement; null where no passkey is required. */
export const graceOf = ({ required, graceDays }: PasskeyRule) => (required ? graceDays : null)

/** The SQL of the time from which the user of a session can do nothing without a passkey. */
export const passkeyRequiredFromSql = (graceDays: string) =>
  `case when users.role <> 'user' and sessions.passkey_at is null
     then users.staff_since + make_interval(days => ${graceDays}::int) end`

/** The SQL that checks whether that time has passed. */
export const needsPasskeySql = (graceDays: string) =>
  `coalesce(${passkeyRequiredFromSql(graceDays)} <= now(), false)`
