import { z } from 'zod'
import { navigationViewsOf } from '../../core/people/navigation-views/view.ts'
import { wireLinkifier } from '../../core/state/linkifiers/linkifier.ts'
import { wireEmoji } from '../../core/state/realm/custom-emoji.ts'
import { SPECTATOR } from '../../core/state/users/spectator.ts'
import { domain, emoji, linkifier, navigationView, playground } from '../../core/state/wire/realm-lists.ts'
import { sharedSlice, slice } from './slice.ts'

export const domains = sharedSlice({
  selectedBy: 'realm_domains',
  response: { realm_domains: z.array(domain).readonly().describe('The email domains that may join.') },
  readShared: ({ lists }) => ({ realm_domains: lists.domains }),
  readForSpectators: () => ({ realm_domains: [] }),
})

/** The linkifiers. spec.md: empty for clients without the capability `linkifier_url_template`. */
export const linkifiers = slice({
  selectedBy: 'realm_linkifiers',
  response: {
    realm_linkifiers: z
      .array(linkifier)
      .describe('The linkifiers in their order. Empty without the capability `linkifier_url_template`.'),
  },
  read: ({ view, user, request }) => ({
    realm_linkifiers:
      user !== SPECTATOR && request.capabilities.linkifier_url_template
        ? view.lists.linkifiers.map(wireLinkifier)
        : [],
  }),
})

/** Linkifiers in the format of feature levels before 176: always empty. */
export const filters = sharedSlice({
  selectedBy: 'realm_filters',
  response: { realm_filters: z.array(z.never()).describe('Linkifiers in a former format: always empty.') },
  readShared: () => ({ realm_filters: [] }),
})

export const playgrounds = sharedSlice({
  selectedBy: 'realm_playgrounds',
  response: { realm_playgrounds: z.array(playground).readonly().describe('The code playgrounds.') },
  readShared: ({ lists }) => ({ realm_playgrounds: lists.playgrounds }),
  readForSpectators: () => ({ realm_playgrounds: [] }),
})

export const realmEmoji = sharedSlice({
  selectedBy: 'realm_emoji',
  response: {
    realm_emoji: emoji.describe("The organization's own emoji by their ids, deactivated ones too."),
  },
  readShared: ({ record, lists }) => ({ realm_emoji: wireEmoji(record.id, lists.emoji) }),
  // Messages and reactions need the pictures.
  readForSpectators: ({ record, lists }) => ({
    realm_emoji: Object.fromEntries(
      Object.entries(wireEmoji(record.id, lists.emoji)).map(([id, one]) => [id, { ...one, author_id: null }]),
    ),
  }),
})

export const navigationViews = slice({
  selectedBy: 'navigation_views',
  response: { navigation_views: z.array(navigationView).describe('Your navigation views.') },
  read:
    ({ user }) =>
    async (sql) => ({ navigation_views: await navigationViewsOf(sql, user.id) }),
})
