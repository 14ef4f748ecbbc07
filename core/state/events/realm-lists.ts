import { z } from 'zod'
import { profileField } from '../wire/profile-field.ts'
import { domain, emoji, linkifier, playground } from '../wire/realm-lists.ts'
import type { EventDeclarations } from './event.ts'

const EVERYONE = 'Everyone in the organization.'

/** The lists that an organization keeps. */
export const realmListEvents = {
  custom_profile_fields: { receivedBy: EVERYONE, fields: { fields: z.array(profileField).readonly() } },
  realm_linkifiers: {
    receivedBy: 'Everyone in the organization whose client accepts URL templates.',
    fields: { realm_linkifiers: z.array(linkifier).readonly() },
    variesBy: ['linkifier_url_template'],
  },
  realm_playgrounds: { receivedBy: EVERYONE, fields: { realm_playgrounds: z.array(playground).readonly() } },
  'realm_emoji/update': { receivedBy: EVERYONE, fields: { realm_emoji: emoji } },
  'realm_domains/add': { receivedBy: EVERYONE, fields: { realm_domain: domain } },
  'realm_domains/change': { receivedBy: EVERYONE, fields: { realm_domain: domain } },
  'realm_domains/remove': { receivedBy: EVERYONE, fields: { domain: z.string() } },
} as const satisfies EventDeclarations
