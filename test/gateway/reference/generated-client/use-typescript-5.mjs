import { register } from 'node:module'

/**
 * openapi-typescript writes types with the programming interface of TypeScript 5, which TypeScript 7 does not
 * have.
 */
const hooks = `export const resolve = (specifier, context, next) =>
  next(specifier === 'typescript' && context.parentURL?.includes('/openapi-typescript/') ? 'typescript-5' : specifier, context)`

register(`data:text/javascript,${encodeURIComponent(hooks)}`)
