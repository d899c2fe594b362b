import { readOf } from '#client/lib/query-client.ts'

export const ownInvoices = readOf('/api/partner/invoices')
