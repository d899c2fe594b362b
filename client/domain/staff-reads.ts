/**
 * Below it lies everything that staff read of partners and users, and all of it hangs together: a task is in its partner's
 * list, in the newest of all, among the overdue, in the numbers of the admin panel, in the activity and in the audit log.
 */
export const staffReads = '/api/admin/'
