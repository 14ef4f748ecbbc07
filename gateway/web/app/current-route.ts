import { signal } from '@preact/signals'
import { parseRoute, type Route } from './route.ts'

/** The route of the address. It changes by links alone, so that going back works. */
export const route = signal<Route>(parseRoute(location.hash))

addEventListener('hashchange', () => {
  route.value = parseRoute(location.hash)
})
