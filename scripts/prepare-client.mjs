// Builds the client when its sources have changed. `npm test` runs this beside the checks.
import { prepare } from './prepare.mjs'

prepare({ development: true, client: true })
