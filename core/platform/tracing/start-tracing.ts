/**
 * Traces this process when OTLP_ENDPOINT is set; without it, the SDK of OpenTelemetry is not even loaded.
 * Returns a function that sends the last spans.
 */
export async function startTracing(
  url: string | undefined,
  kind: 'gateway' | 'worker',
): Promise<() => Promise<void>> {
  if (url === undefined) return async () => undefined
  const { openTracing } = await import('./open-telemetry.ts')
  return openTracing(url, kind)
}
