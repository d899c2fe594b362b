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

/** Creates spans, and knows the span that the running code belongs to. */
export interface Spans {
  start(name: string, kind: SpanKind, attributes: Attributes): Span
  /** Starts a span as a child of the running one; undefined if there is none. */
  startChild(name: string, kind: SpanKind, attributes: Attributes): Span | undefined
  /** Runs a function, and everything that it starts, as part of a span. */
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

/** Marks a span as failed, with the error's code or class, but not its message, which may contain values such as addresses. */
export const markFailed = (span: Span, error: unknown) => {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  span.setAttribute('error.type', String(code ?? name ?? 'unknown'))
  span.setStatus({ code: SpanStatusCode.ERROR })
}
