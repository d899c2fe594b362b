/** The setting that lets one user call as often as a benchmark does. */
export const noBudgets = { BUDGETS: 'search=100000000 export=100000000 import=100000000 upload=100000000' }
