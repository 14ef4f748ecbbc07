import type { Services } from '../services.ts'
import type { OperatorPage } from './operator-pages.ts'

/** Every page that only the operator sees. */
export function operatorPages(_services: Services): OperatorPage[] {
  return []
}
