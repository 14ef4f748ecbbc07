import { z } from 'zod'
import { profileField } from '../wire/profile-field.ts'
import { domain, emoji, linkifier, playground } from '../wire/realm-lists.ts'
import type { EventDeclarations } from './event.ts'

const EVERYONE = 'Everyone in the organization.'

/** The lists that an organization keeps. */
export const realmListEvents = {
  custom_profile_fields: {
    sentWhen: 'A custom profile field was added, changed, deleted or moved.',
    receivedBy: EVERYONE,
    fields: {
      fields: z.array(profileField).readonly().describe('All custom profile fields in their order.'),
    },
  },
  realm_linkifiers: {
    sentWhen: 'A linkifier was added, changed, removed or moved.',
    receivedBy: 'Everyone in the organization whose client accepts URL templates.',
    fields: {
      realm_linkifiers: z
        .array(linkifier)
        .readonly()
        .describe('All linkifiers in the order in which they apply.'),
    },
    variesBy: ['linkifier_url_template'],
  },
  realm_playgrounds: {
    sentWhen: 'A code playground was added or removed.',
    receivedBy: EVERYONE,
    fields: { realm_playgrounds: z.array(playground).readonly().describe('All code playgrounds.') },
  },
  'realm_emoji/update': {
    sentWhen: 'A custom emoji was added or deactivated.',
    receivedBy: EVERYONE,
    fields: { realm_emoji: emoji },
  },
  'realm_domains/add': {
    sentWhen: 'An email domain was added to those that may join.',
    receivedBy: EVERYONE,
    fields: { realm_domain: domain },
  },
  'realm_domains/change': {
    sentWhen: 'The subdomains of an email domain were allowed or forbidden.',
    receivedBy: EVERYONE,
    fields: { realm_domain: domain },
  },
  'realm_domains/remove': {
    sentWhen: 'An email domain was removed from those that may join.',
    receivedBy: EVERYONE,
    fields: { domain: z.string().describe('The name of the domain.') },
  },
} as const satisfies EventDeclarations
