import type { Endpoint } from '../http/endpoint.ts'
import type { Services } from '../services.ts'
import { eventRoutes } from './events.ts'
import { messageRoutes } from './messages.ts'
import { registerRoutes } from './register.ts'

/** Every endpoint of the API. */
export function apiRoutes(services: Services): Endpoint[] {
  return [registerRoutes, eventRoutes, messageRoutes].flatMap((routes) => routes(services))
}
