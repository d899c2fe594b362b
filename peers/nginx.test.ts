import { nginx } from './nginx.ts'
import { checkProxy } from './proxy-checks.ts'

checkProxy(nginx, { transferEncodingWithLength: [400] })
