import type { ProxySetup } from './proxied-portal.ts'

const serverLine = (port: number) => `server 127.0.0.1:${port} max_fails=1 fail_timeout=2s;`

/** Debian's nginx with docs/deploy/nginx.conf, in front of the portals. */
export const nginx: ProxySetup = {
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
    [`${serverLine(5001)}\n    ${serverLine(5002)}`, portals.map(serverLine).join('\n    ')],
  ],
  command: (configuration, folder) => ['nginx', '-p', folder, '-c', configuration, '-g', 'daemon off;'],
}
