// Installs the packages for development, for the commands of package.json that begin with it.
import { prepare } from './prepare.mjs'

prepare({ development: true, client: false })
