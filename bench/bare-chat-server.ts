// The limit: a bare WebSocket server, which sends each message to everyone and stores nothing.
import { type AddressInfo, WebSocketServer } from 'ws'

const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
server.on('connection', (socket) => {
  socket.on('message', (data) => {
    const text = String(data)
    for (const client of server.clients) client.send(text)
  })
})
server.on('listening', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}`, msg: 'ready' })}\n`)
})
