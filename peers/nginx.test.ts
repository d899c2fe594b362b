import { checkProxy } from './proxy-checks.ts'

checkProxy(
  {
    file: 'nginx.conf',
    replacements: ({ folder, httpsPort, httpPort, portals }) => [
      ['https://portal.example.com', `https://localhost:${httpsPort}`],
      ['portal.example.com', 'localhost'],
      ['listen 80 ', `listen ${httpPort} `],
      ['listen [::]:80 ', `listen [::1]:${httpPort} `],
      ['listen 443 ', `listen ${httpsPort} `],
      ['listen [::]:443 ', `listen [::1]:${httpsPort} `],
      ['/etc/ssl/portal/fullchain.pem', `${folder}/cert.pem`],
      ['/etc/ssl/portal/key.pem', `${folder}/key.pem`],
      ['/run/nginx.pid', `${folder}/nginx.pid`],
      ['/var/log/nginx/', `${folder}/`],
      ['127.0.0.1:5001', `127.0.0.1:${portals[0]}`],
      ['127.0.0.1:5002', `127.0.0.1:${portals[1]}`],
    ],
    command: (configuration, folder) => ['nginx', '-p', folder, '-c', configuration, '-g', 'daemon off;'],
  },
  { transferEncodingWithLength: [400] },
)
