/** The one emoji of the protocol that is neither Unicode nor custom. Its code equals its name. */
export const EXTRA_EMOJI = 'zulip'

/** Address of its image, relative to the organization's address. */
export const EXTRA_EMOJI_URL = '/static/generated/emoji/images/emoji/unicode/zulip.png'
