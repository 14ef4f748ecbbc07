import { context, propagation, ROOT_CONTEXT, type Span, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { NodeSDK } from '@opentelemetry/sdk-node'
import { LOQUAT_VERSION } from '../../../config/version.ts'
import { type Tracer, traceTo } from '../log/spans.ts'

/** Spans below the current one, sent to an OTLP receiver over HTTP. */
class OpenTelemetryTracer implements Tracer {
  readonly #tracer = trace.getTracer('loquat', LOQUAT_VERSION)

  below(name: string, attributes: Readonly<Record<string, string | number>>) {
    // Work that a request has begun may go on after it: later spans belong to nobody's trace.
    if (trace.getActiveSpan()?.isRecording() !== true) return undefined
    const span = this.#tracer.startSpan(name, { attributes })
    return { end: (error?: unknown) => endSpan(span, error) }
  }

  run<T>(
    name: string,
    attributes: Readonly<Record<string, string | number>>,
    parent: string | undefined,
    work: () => Promise<T>,
  ): Promise<T> {
    const above =
      parent === undefined ? context.active() : propagation.extract(ROOT_CONTEXT, { traceparent: parent })
    return this.#tracer.startActiveSpan(name, { attributes }, above, async (span) => {
      try {
        const result = await work()
        endSpan(span)
        return result
      } catch (error) {
        endSpan(span, error)
        throw error
      }
    })
  }

  current(): string | undefined {
    const carrier: { traceparent?: string } = {}
    propagation.inject(context.active(), carrier)
    return carrier.traceparent
  }
}

function endSpan(span: Span, error?: unknown): void {
  if (error !== undefined) {
    const { message } = error as { readonly message?: string }
    span.setStatus({ code: SpanStatusCode.ERROR, message: (message ?? String(error)).slice(0, 500) })
  }
  span.end()
}

/**
 * Sends traces of this process to an OTLP receiver, such as `http://collector:4318`. Returns a function that
 * sends the rest. A receiver that is away costs spans, nothing else: they wait in a queue of fixed size.
 */
export function openTracing(url: string, kind: 'gateway' | 'worker'): () => Promise<void> {
  const sdk = new NodeSDK({
    serviceName: `loquat-${kind}`,
    traceExporter: new OTLPTraceExporter({ url: `${url.replace(/\/$/, '')}/v1/traces` }),
    autoDetectResources: false,
    instrumentations: [],
    metricReaders: [],
    logRecordProcessors: [],
  })
  sdk.start()
  traceTo(new OpenTelemetryTracer())
  return async () => {
    traceTo(undefined)
    await sdk.shutdown().catch(() => undefined)
  }
}
