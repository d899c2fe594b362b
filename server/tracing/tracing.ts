import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { DiagLogLevel, diag } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Database } from '#server/db/client.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { observeJobs } from './jobs.ts'
import { observeRequests } from './requests.ts'
import { createSpans } from './spans.ts'
import { observeStatements } from './statements.ts'

// An unavailable collector must not keep a process from stopping.
const flushTimeoutMs = 2_000

/** Traces requests, jobs and their statements, and sends the spans to a collector. No span contains personal data. */
export interface Tracing {
  /** Traces the requests of an application. Call it before any other hook is added. */
  observeRequests(app: FastifyInstance): void
  /** Traces the statements of a pool that belong to a request or a job. */
  observeDatabase(db: Database): void
  /** Returns the same queue, and traces its jobs. */
  observeJobs(jobs: Jobs): Jobs
  /** Sends the spans that have ended, for two seconds at most. */
  stop(): Promise<void>
}

const readVersion = (): string =>
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version

/** Starts tracing. The exporter reads its destination and service name from the variables OTEL_EXPORTER_OTLP_… and OTEL_SERVICE_NAME. */
export const startTracing = (sampleRatio: number, log: FastifyBaseLogger): Tracing => {
  // OpenTelemetry reports a failed export as JSON that includes the stack, so only its message is logged.
  const warn = (text: string) =>
    log.warn({ reason: /"message":"([^"]*)"/.exec(text)?.[1] ?? text }, 'traces cannot be sent')
  diag.setLogger(
    { error: warn, warn, info: () => {}, debug: () => {}, verbose: () => {} },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  const defaults = { 'service.name': 'partner-portal', 'service.version': readVersion() }
  const provider = new TracerProvider({
    resource: resourceFromAttributes(defaults).merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampleRatio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  const spans = createSpans(provider.getTracer('partner-portal'))
  return {
    observeRequests: (app) => observeRequests(app, spans),
    observeDatabase: (db) => observeStatements(db.$client, spans),
    observeJobs: (jobs) => observeJobs(jobs, spans),
    stop: () => Promise.race([provider.shutdown(), delay(flushTimeoutMs, undefined, { ref: false })]),
  }
}
