// Installs the packages for development; scripts of package.json begin with this. With --production (`npm run build`), installs and
// builds what `npm start` would, for a service that may not write to this folder.
import { prepare } from './prepare.mjs'

const isForProduction = process.argv.includes('--production')
prepare({ development: !isForProduction, client: isForProduction })
