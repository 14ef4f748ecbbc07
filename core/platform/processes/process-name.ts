import type { ProcessReport } from './report.ts'

/** A process as operators find it. It stands at the beginning of a sentence. */
export const processName = ({
  kind,
  host,
  pid,
  port,
}: Pick<ProcessReport, 'kind' | 'host' | 'pid'> & { readonly port?: number | undefined }): string =>
  `The ${kind} with process number ${pid} on ${host}${port === undefined ? '' : ` (port ${port})`}`
