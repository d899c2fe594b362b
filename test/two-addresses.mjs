import dns from 'node:dns'

/** Gives localhost two addresses in the server that preloads this file, as on a machine whose hosts file also lists ::1. */
const { lookup } = dns
const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }))
dns.lookup = (name, options, callback) => {
  if (name !== 'localhost') return lookup(name, options, callback)
  if (options?.all) callback(null, addresses)
  else callback(null, '127.0.0.1', 4)
}
