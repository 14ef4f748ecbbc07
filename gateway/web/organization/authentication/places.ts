import type { Places } from '../../saving/places.ts'
import type { Field } from './field.ts'

/** The server names the field of a provider in its refusal. */
export const providerPlaces = (fields: readonly Pick<Field, 'name'>[]): Places => ({
  operations: ['POST /realm/log_in_providers', 'PATCH /realm/log_in_providers/{provider_id}'],
  fields: {
    ...Object.fromEntries(fields.map(({ name }) => [name, []])),
    name: ['There is already a provider of log-ins named {name}.'],
  },
})

export const DIRECTORY_TOKEN: Places<'name'> = {
  operations: ['POST /realm/provisioning_tokens'],
  fields: { name: ['{name} cannot be blank'] },
}
