import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { createTestApp } from '#test/app.ts'
import { readSettings } from './settings.ts'

const project = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(project, path), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'deployments-'))
const portal = await createTestApp()
afterAll(async () => {
  await portal.close()
  rmSync(folder, { recursive: true })
})

const [, imageEnvironment = ''] = /^ENV (.*)$/m.exec(read('Dockerfile')) ?? []
const ofImage = parseEnv(imageEnvironment.replaceAll(' ', '\n'))
const [, user] = /^USER (\d+):\1$/m.exec(read('Dockerfile')) ?? []
// The time that the portal itself needs after SHUTDOWN_DELAY, see docs/operations.md.
const stoppingSeconds = 85

interface Variable {
  name: string
  value?: string
  valueFrom?: { secretKeyRef: { name: string; key: string } }
}

interface Service {
  image: string
  build?: string
  restart: string
  networks: string[] | Record<string, unknown>
  volumes?: string[]
  depends_on?: Record<string, { condition: string }>
  healthcheck?: { test: string[] }
}

describe('the Kubernetes example', () => {
  const objects = parseAllDocuments(read('docs/deploy/kubernetes.yaml'), { version: '1.1' }).map(
    (document) => {
      expect(document.errors).toEqual([])
      return document.toJS()
    },
  )
  const find = (kind: string, name: string) => {
    const found = objects.find((each) => each.kind === kind && each.metadata.name === name)
    expect(found, `${kind} ${name}`).toBeDefined()
    return found
  }
  const pods = [
    find('Deployment', 'portal').spec.template,
    find('CronJob', 'backup').spec.jobTemplate.spec.template,
  ]
  const [container] = pods[0].spec.containers

  /** Returns the environment of a container, with its secrets as files in a folder. */
  const environmentOf = (pod: (typeof pods)[number]) => {
    const [{ env, envFrom, volumeMounts }] = pod.spec.containers
    const pathOf = (path: string) => {
      const mount = volumeMounts.find((each: { mountPath: string }) => path.startsWith(`${each.mountPath}/`))
      const volume = pod.spec.volumes.find((each: { name: string }) => each.name === mount.name)
      const secret = find('Secret', volume.secret.secretName)
      const value = { ...secret.stringData, ...secret.data }[basename(path)]
      expect(value, path).toBeDefined()
      const file = join(folder, basename(path))
      writeFileSync(file, value)
      return file
    }
    const own = env.map(({ name, value = '', valueFrom }: Variable) => {
      if (!valueFrom) return [name, value.startsWith('/run/secrets/') ? pathOf(value) : value]
      const { name: secret, key } = valueFrom.secretKeyRef
      return [name, find('Secret', secret).stringData[key]]
    })
    const maps = envFrom.map(
      (each: { configMapRef: { name: string } }) => find('ConfigMap', each.configMapRef.name).data,
    )
    return Object.assign({}, ofImage, ...maps, Object.fromEntries(own)) as Record<string, string>
  }

  test('its settings start a portal, and are the same for backups', () => {
    const settings = readSettings(environmentOf(pods[0]))
    expect(settings).toMatchObject({ production: true, demo: false, baseUrl: 'https://portal.example.com' })
    expect(settings.databaseUrl).toMatch(/^postgres:.*sslmode=verify-full$/)
    expect(readSettings(environmentOf(pods[1]))).toEqual(settings)
  })

  test('it waits for a stopping portal, which leaves the Service before it closes', () => {
    const { shutdownDelayMs } = readSettings(environmentOf(pods[0]))
    const { periodSeconds, failureThreshold } = container.readinessProbe
    expect(pods[0].spec.terminationGracePeriodSeconds).toBe(shutdownDelayMs / 1000 + stoppingSeconds)
    expect(periodSeconds * failureThreshold * 1000).toBeLessThan(shutdownDelayMs)
  })

  test('its probes match the portal’s endpoints, and an unavailable database restarts nothing', async () => {
    for (const name of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
      const { path, port } = container[name].httpGet
      expect((await portal.visit().get(path)).json()).toEqual({ status: 'ok' })
      expect(port).toBe(container.ports[0].name)
    }
    expect(container.livenessProbe.httpGet.path).toBe('/healthz')
    expect(container.readinessProbe.httpGet.path).toBe('/readyz')
    expect(String(container.ports[0].containerPort)).toBe(ofImage.PORT)
  })

  test('each object refers to an existing object', () => {
    const labels = pods[0].metadata.labels
    const service = find('Service', 'portal')
    expect(find('Deployment', 'portal').spec.selector.matchLabels).toEqual(labels)
    expect(find('PodDisruptionBudget', 'portal').spec.selector.matchLabels).toEqual(labels)
    expect(service.spec.selector).toEqual(labels)
    expect(pods[1].metadata.labels).not.toMatchObject(labels)
    expect(service.spec.ports[0].targetPort).toBe(container.ports[0].name)
    const [{ host, http }] = find('Ingress', 'portal').spec.rules
    expect(http.paths[0].backend.service).toEqual({
      name: service.metadata.name,
      port: { name: service.spec.ports[0].name },
    })
    expect(`https://${host}`).toBe(find('ConfigMap', 'portal').data.BASE_URL)
    for (const { spec } of pods) {
      const claims = spec.volumes.flatMap(
        (each: { persistentVolumeClaim?: { claimName: string } }) => each.persistentVolumeClaim ?? [],
      )
      for (const { claimName } of claims) find('PersistentVolumeClaim', claimName)
      const mounted = spec.containers[0].volumeMounts.map((each: { name: string }) => each.name)
      expect(spec.volumes.map((each: { name: string }) => each.name).toSorted()).toEqual(mounted.toSorted())
      expect(mounted).toEqual(expect.arrayContaining(['data', 'tmp']))
    }
    expect(new Set(objects.slice(1).map(({ metadata }) => metadata.namespace))).toEqual(
      new Set([objects[0].metadata.name]),
    )
  })

  test("it runs as the image's account, and writes nowhere else", () => {
    for (const { spec } of pods) {
      expect(spec.securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: Number(user),
        fsGroup: Number(user),
      })
      expect(spec.containers[0].securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
    }
  })
})

describe('compose.yaml', () => {
  const example = { ...parseEnv(read('.env.example')), DATABASE_PASSWORD: 'secret', FILES_SECRET: 'secret' }
  const filled = read('compose.yaml').replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    expect(Object.keys(example)).toContain(name)
    return example[name as keyof typeof example] ?? ''
  })
  const { services, volumes, networks } = parse(filled, { merge: true })

  test('its settings start two portals', () => {
    for (const name of ['portal1', 'portal2']) {
      const { environment, stop_grace_period: grace } = services[name]
      const settings = readSettings({ ...ofImage, ...environment })
      expect(settings).toMatchObject({ production: true, baseUrl: 'https://portal.localhost' })
      expect(settings.trustProxy).toEqual([services.proxy.networks.portal.ipv4_address])
      expect(grace).toBe(`${settings.shutdownDelayMs / 1000 + stoppingSeconds}s`)
    }
  })

  test('each service has a fixed version, starts again after a restart, and mounts existing files', () => {
    for (const [name, service] of Object.entries<Service>(services)) {
      if (!service.build) expect(service.image, name).toMatch(/:v?\d+\.\d+(\.\d+)?$/)
      expect(service.restart, name).toBe('unless-stopped')
      const named = Array.isArray(service.networks) ? service.networks : Object.keys(service.networks)
      for (const network of named) expect(Object.keys(networks)).toContain(network)
      for (const [source = ''] of (service.volumes ?? []).map((each) => each.split(':'))) {
        const isThere = source.startsWith('./') ? existsSync(join(project, source)) : source in volumes
        expect(isThere || source.startsWith('./certificates'), `${name}: ${source}`).toBe(true)
      }
      for (const needed of Object.keys(service.depends_on ?? {}))
        expect(Object.keys(services)).toContain(needed)
    }
  })

  test('a service whose health another one waits for has a health check', () => {
    const conditions = Object.values<Service>(services).flatMap((each) =>
      Object.entries(each.depends_on ?? {}),
    )
    for (const [name, { condition }] of conditions)
      if (condition === 'service_healthy') expect(services[name].healthcheck.test[0]).toBe('CMD')
  })

  test('its proxy has the settings of the tested Caddyfile', () => {
    const proxied = (text: string) =>
      [...text.matchAll(/^\t+reverse_proxy .*:500\d .*\{\n(?:\t\t.*\n|\n)*?\t+\}$/gm)].map(([block]) =>
        block.replaceAll(/^\s*(#.*\n|\n)/gm, '').replace(/reverse_proxy .*\{/, 'reverse_proxy {'),
      )
    const [own, tried] = ['compose.caddyfile', 'Caddyfile'].map((name) =>
      proxied(read(`docs/deploy/${name}`)),
    )
    expect(tried).toHaveLength(2)
    expect(own).toEqual(tried)
  })
})

test('portal.service waits long enough, and its example of settings starts a portal', () => {
  const unit = read('docs/deploy/portal.service')
  const settings = readSettings({ ...parseEnv(read('docs/deploy/portal.env.example')), PORT: '' })
  expect(settings).toMatchObject({ production: true, port: 5000 })
  expect(unit).toContain(`\nTimeoutStopSec=${settings.shutdownDelayMs / 1000 + stoppingSeconds}s\n`)
  expect(unit).toContain('\nKillMode=mixed\n')
})
