import dns from 'node:dns'

/** Loaded before a server: gives localhost two addresses, as a machine does whose hosts file also names ::1. */
const { lookup } = dns
const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }))
dns.lookup = (name, options, callback) => {
  if (name !== 'localhost') return lookup(name, options, callback)
  if (options?.all) callback(null, addresses)
  else callback(null, '127.0.0.1', 4)
}
