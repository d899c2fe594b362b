import { stateCodes, states } from '#contract/partners/us-states.ts'

/** The states as a list offers them, by name. */
export const stateOptions = stateCodes.map((code) => ({ value: code, label: states[code] }))
