/** A part of a trace that has begun. */
export interface Span {
  /** `error`: why the work failed. */
  end(error?: unknown): void
}

type Attributes = Readonly<Record<string, string | number>>

/** Where spans go. `core/platform/tracing/open-telemetry.ts` is one. */
export interface Tracer {
  /** Begins a span below the current one; undefined where there is none. */
  below(name: string, attributes: Attributes): Span | undefined
  /**
   * Runs work as a span of its own, which is the current one meanwhile. `parent`: the text that `current`
   * returned in another process.
   */
  run<T>(name: string, attributes: Attributes, parent: string | undefined, work: () => Promise<T>): Promise<T>
  /** The current span as a text for another process (W3C Trace Context); undefined where there is none. */
  current(): string | undefined
}

let tracer: Tracer | undefined

/** Sends spans to a tracer from now on. Without one, spans cost a comparison. */
export function traceTo(to: Tracer | undefined): void {
  tracer = to
}

/** Whether spans go anywhere. */
export const isTracing = (): boolean => tracer !== undefined

/** Begins a span below the current one. Undefined without tracing, and outside of traces. */
export const spanBelow = (name: string, attributes: () => Attributes): Span | undefined =>
  tracer?.below(name, attributes())

/** Runs work as a span with its round trips below it. `parent`: as `Tracer.run` has it. */
export function asSpan<T>(
  name: string,
  attributes: () => Attributes,
  work: () => Promise<T>,
  parent?: string,
): Promise<T> {
  return tracer === undefined ? work() : tracer.run(name, attributes(), parent, work)
}

/** The current span as a text for another process. */
export const currentTrace = (): string | undefined => tracer?.current()
