import type { HttpRequest } from 'uWebSockets.js'

/** Whether a request has a body, and states its length exactly once and validly. */
export type StatedBody = 'none' | 'clear' | 'unclear'

/**
 * Reads whether the headers of a request state the length of its body exactly once and validly.
 * uWebSockets.js takes the first of two lengths, an empty length for none, and every transfer coding for
 * `chunked`. A proxy that reads them differently would pass on a body that is read here as the next request
 * (request smuggling). `mayHaveBody`: whether requests of this method have a body; one that does not state it
 * has an empty one.
 */
export function statedBody(request: HttpRequest, mayHaveBody: boolean): StatedBody {
  if (
    !mayHaveBody &&
    request.getHeader('content-length') === '' &&
    request.getHeader('transfer-encoding') === ''
  )
    return 'none'
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
  return areValid && statements <= 1 ? 'clear' : 'unclear'
}
