import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Attributes,
  ROOT_CONTEXT,
  type Span,
  type SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'

/** Makes spans, and knows the one that the running code belongs to. */
export interface Spans {
  start(name: string, kind: SpanKind, attributes: Attributes): Span
  /** As a child of the running span; undefined where none runs. */
  startChild(name: string, kind: SpanKind, attributes: Attributes): Span | undefined
  /** Runs a function, and what it starts, as a part of a span. */
  run<T>(span: Span, work: () => T): T
}

export const createSpans = (tracer: Tracer): Spans => {
  const running = new AsyncLocalStorage<Span>()
  return {
    start: (name, kind, attributes) => tracer.startSpan(name, { kind, attributes }, ROOT_CONTEXT),
    startChild(name, kind, attributes) {
      const parent = running.getStore()
      return parent && tracer.startSpan(name, { kind, attributes }, trace.setSpan(ROOT_CONTEXT, parent))
    },
    run: (span, work) => running.run(span, work),
  }
}

/** Marks a span as failed, by the code or the class of the error: its message may contain values, such as addresses. */
export const markFailed = (span: Span, error: unknown) => {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  span.setAttribute('error.type', String(code ?? name ?? 'unknown'))
  span.setStatus({ code: SpanStatusCode.ERROR })
}
