import { checkProxy } from './proxy-checks.ts'

checkProxy(
  {
    file: 'Caddyfile',
    replacements: ({ folder, httpsPort, httpPort, portals }) => [
      ['{\n\tservers {', `{\n\tadmin off\n\thttp_port ${httpPort}\n\thttps_port ${httpsPort}\n\tservers {`],
      ['redir https://portal.example.com', `redir https://localhost:${httpsPort}`],
      ['http://portal.example.com', 'http://localhost'],
      ['\nportal.example.com {', '\nlocalhost {'],
      [
        '# A certificate of your own: tls /etc/caddy/fullchain.pem /etc/caddy/key.pem',
        `tls ${folder}/cert.pem ${folder}/key.pem`,
      ],
      ['127.0.0.1:5001', `127.0.0.1:${portals[0]}`],
      ['127.0.0.1:5002', `127.0.0.1:${portals[1]}`],
    ],
    command: (configuration) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', configuration],
  },
  { transferEncodingWithLength: [400, 200] },
)
