/** The one emoji of this protocol family that is neither Unicode's nor an organization's. Its code is its name. */
export const EXTRA_EMOJI = 'zulip'

/** Where clients get its picture, below the organization's address. */
export const EXTRA_EMOJI_URL = '/static/generated/emoji/images/emoji/unicode/zulip.png'
