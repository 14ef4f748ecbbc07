import { GROUP_SCHEMA } from './group-resource.ts'
import type { Resource } from './paths.ts'
import { USER_SCHEMA } from './user-resource.ts'

export const MAX_RESULTS = 200
export const MAX_BULK_OPERATIONS = 100
/** Bytes of a request. A group of 100,000 members fits. */
export const MAX_BODY_BYTES = 8 * 1024 * 1024

const CORE = 'urn:ietf:params:scim:schemas:core:2.0'

/** What this server can do (RFC 7643, section 5). */
export const serviceProviderConfig = (base: string): Resource => ({
  schemas: [`${CORE}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: true, maxOperations: MAX_BULK_OPERATIONS, maxPayloadSize: MAX_BODY_BYTES },
  filter: { supported: true, maxResults: MAX_RESULTS },
  changePassword: { supported: false },
  sort: { supported: true },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token that an owner of the organization makes.',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})

/** The kinds of resources (RFC 7643, section 6). */
export const resourceTypes = (base: string): Resource[] =>
  [
    { id: 'User', endpoint: '/Users', description: 'The account of a person', schema: USER_SCHEMA },
    { id: 'Group', endpoint: '/Groups', description: 'A user group', schema: GROUP_SCHEMA },
  ].map((type) => ({
    schemas: [`${CORE}:ResourceType`],
    ...type,
    name: type.id,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${type.id}` },
  }))

interface Attribute {
  readonly name: string
  readonly description: string
  readonly type?: 'string' | 'boolean' | 'complex' | 'reference'
  readonly multiValued?: boolean
  readonly required?: boolean
  readonly caseExact?: boolean
  readonly mutability?: 'readOnly' | 'readWrite' | 'immutable'
  readonly uniqueness?: 'none' | 'server'
  readonly subAttributes?: readonly Attribute[]
}

const attribute = ({ subAttributes, ...given }: Attribute): Resource => ({
  ...{ type: 'string', multiValued: false, required: false, caseExact: false },
  ...{ mutability: 'readWrite', returned: 'default', uniqueness: 'none' },
  ...given,
  ...(subAttributes !== undefined && { subAttributes: subAttributes.map(attribute) }),
})

/** The attributes of the resources (RFC 7643, section 7). */
export const schemas = (base: string): Resource[] =>
  [
    {
      id: USER_SCHEMA,
      name: 'User',
      description: 'The account of a person',
      attributes: [
        {
          name: 'userName',
          description: 'The name of the person in the directory. An address, unless emails has one.',
          required: true,
          uniqueness: 'server' as const,
        },
        {
          name: 'name',
          description: 'The parts of the name',
          type: 'complex' as const,
          subAttributes: [
            { name: 'formatted', description: 'The full name' },
            { name: 'givenName', description: 'All words but the last' },
            { name: 'familyName', description: 'The last word' },
          ],
        },
        { name: 'displayName', description: 'The full name' },
        {
          name: 'emails',
          description:
            'The e-mail address. Of several the primary one counts, else the one of the type work.',
          type: 'complex' as const,
          multiValued: true,
          subAttributes: [
            { name: 'value', description: 'The address' },
            { name: 'type', description: 'Always work' },
            { name: 'primary', description: 'Always true', type: 'boolean' as const },
          ],
        },
        {
          name: 'active',
          description: 'Whether the account is active. False deactivates it.',
          type: 'boolean' as const,
        },
      ],
    },
    {
      id: GROUP_SCHEMA,
      name: 'Group',
      description: 'A user group',
      attributes: [
        {
          name: 'displayName',
          description: 'The name of the group',
          required: true,
          uniqueness: 'server' as const,
        },
        {
          name: 'members',
          description: 'The people of the group',
          type: 'complex' as const,
          multiValued: true,
          subAttributes: [
            { name: 'value', description: 'The id of a user', mutability: 'immutable' as const },
            {
              name: '$ref',
              description: 'The address of the user',
              type: 'reference' as const,
              mutability: 'readOnly' as const,
            },
          ],
        },
      ],
    },
  ].map(({ attributes, ...schema }) => ({
    schemas: [`${CORE}:Schema`],
    ...schema,
    attributes: attributes.map(attribute),
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.id}` },
  }))
