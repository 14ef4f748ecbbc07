import type { HttpRequest } from 'uWebSockets.js'
import { ApiError } from '../../core/platform/errors.ts'

/**
 * Whether the headers of a request say in one way alone how long its body is. uWebSockets.js takes the first of two
 * lengths, an empty one for none, and every transfer coding for `chunked`; a proxy that takes them otherwise
 * would pass on as a body what is taken for the next request here. `hasBody`: requests of this method have one.
 */
export function isBodyClear(request: HttpRequest, hasBody: boolean): boolean {
  if (!hasBody && request.getHeader('content-length') === '' && request.getHeader('transfer-encoding') === '')
    return true
  let statements = 0
  let areValid = true
  request.forEach((name, value) => {
    if (name === 'content-length') {
      statements++
      areValid &&= /^\d+$/.test(value)
    } else if (name === 'transfer-encoding') {
      statements++
      areValid &&= value.toLowerCase() === 'chunked'
    }
  })
  return areValid && statements <= 1
}

export const unclearBody = (): ApiError =>
  new ApiError('Give the length of the body once, as Content-Length or as Transfer-Encoding: chunked')
