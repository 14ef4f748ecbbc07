import { z } from 'zod'

/** The kind of emoji that an `emoji_code` names. */
export const reactionType = z.enum(['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji']).meta({
  id: 'ReactionType',
  description:
    'What kind of emoji an `emoji_code` names: `unicode_emoji` of Unicode, `realm_emoji` of the organization, `zulip_extra_emoji` built in.',
})
