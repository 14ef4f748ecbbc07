export type { Linkifier } from './compile.ts'

import type { Linkifier } from './compile.ts'

/** A linkifier as clients see it (spec.md "Linkifier"). */
export interface WireLinkifier {
  readonly id: number
  readonly pattern: string
  readonly url_template: string
}

export const wireLinkifier = ({ id, pattern, urlTemplate }: Linkifier): WireLinkifier => ({
  id,
  pattern,
  url_template: urlTemplate,
})
