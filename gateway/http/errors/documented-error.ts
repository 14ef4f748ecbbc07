import { ApiError } from '../../../core/platform/errors.ts'

/**
 * The place of the reference that explains an error: a section of its introduction, or a parameter of the
 * endpoint.
 */
export type Explanation = { readonly section: 'authentication' | 'requests' } | { readonly parameter: string }

/** An error whose link to the reference leads to more than the list of errors of the endpoint. */
export class DocumentedError extends ApiError {
  readonly explanation: Explanation

  constructor(
    explanation: Explanation,
    msg: string,
    options: { code?: string; status?: number; extra?: Record<string, unknown> } = {},
  ) {
    super(msg, options)
    this.explanation = explanation
  }
}

/** `error` as one about this parameter. An error that is already explained stays as it is. */
export function aboutParameter(parameter: string, error: unknown): unknown {
  if (!(error instanceof ApiError) || error instanceof DocumentedError) return error
  const { message, code, status, extra } = error
  return new DocumentedError({ parameter }, message, { code, status, extra })
}
