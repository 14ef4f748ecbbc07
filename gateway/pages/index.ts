import type { Services } from '../services.ts'
import type { Page } from './page.ts'

/** Every page. */
export function pages(_services: Services): Page[] {
  return []
}
