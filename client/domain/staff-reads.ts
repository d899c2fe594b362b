/**
 * The path of everything that staff read about partners and users. These reads depend on each other: one task appears in its partner's
 * list, the newest tasks, the overdue tasks, the numbers of the admin panel, the activity and the audit log.
 */
export const staffReads = '/api/admin/'
