import type { Services } from '../services.ts'
import { homePages } from './home.ts'
import { logInPages } from './log-in.ts'
import type { Page } from './page.ts'

/** Every page. */
export function pages(services: Services): Page[] {
  return [...homePages(), ...logInPages(services)]
}
