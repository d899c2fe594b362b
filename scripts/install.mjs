// Installs the packages for development, for the commands of package.json that begin with it. With --production, `npm run build`: what
// `npm start` would install and build, for a service that may not write to this folder.
import { prepare } from './prepare.mjs'

const isForProduction = process.argv.includes('--production')
prepare({ development: !isForProduction, client: isForProduction })
