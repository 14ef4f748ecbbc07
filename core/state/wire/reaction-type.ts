import { z } from 'zod'

/** What kind of emoji an `emoji_code` names. */
export const reactionType = z.enum(['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji'])
