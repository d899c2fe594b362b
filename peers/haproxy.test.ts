import { checkProxy } from './proxy-checks.ts'

checkProxy(
  {
    file: 'haproxy.cfg',
    replacements: ({ folder, httpsPort, httpPort, portals }) => [
      ['https://portal.example.com', `https://localhost:${httpsPort}`],
      ['bind :80\n', `bind :${httpPort}\n`],
      ['bind :443 ', `bind :${httpsPort} `],
      ['/etc/haproxy/portal.pem', `${folder}/both.pem`],
      ['127.0.0.1:5001', `127.0.0.1:${portals[0]}`],
      ['127.0.0.1:5002', `127.0.0.1:${portals[1]}`],
    ],
    command: (configuration) => ['haproxy', '-db', '-f', configuration],
  },
  { transferEncodingWithLength: [400] },
)
