import { expect, test } from 'vitest'
import { entityIdOf } from '../../../../core/people/authentication/saml/metadata.ts'

test.each([
  ['<EntityDescriptor entityID="https://idp.test/a"/>', 'https://idp.test/a'],
  ["<md:EntityDescriptor xmlns:md='x' entityID = 'urn:a&amp;b'/>", 'urn:a&b'],
  ['<!-- <EntityDescriptor entityID="old"/> --><EntityDescriptor entityID="new"/>', 'new'],
  ['<!-- no end <EntityDescriptor entityID="old"/>', ''],
  ['<EntityDescriptor entityID="first"/><!-- no end', 'first'],
  ['no metadata', ''],
  ['<!--'.repeat(1_000_000), ''],
])('the entity id of %.60s', (metadata, entityId) => {
  expect(entityIdOf(metadata)).toBe(entityId)
})
