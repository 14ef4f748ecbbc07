import type { Endpoint } from '../http/endpoint/endpoint.ts'
import { apiRoutes } from '../routes/index.ts'
import type { Services } from '../services.ts'

/** Stands for every service. Declarations name services only inside handlers, which nobody calls here. */
const services: unknown = new Proxy(() => undefined, {
  get: (_, key) => (key === Symbol.toPrimitive ? () => '' : services),
})

/**
 * The endpoints of the API without a server behind them, for the documents that are made of their
 * declarations.
 */
export const declaredEndpoints = (): Endpoint[] => apiRoutes(services as Services)
