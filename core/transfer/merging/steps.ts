/**
 * The steps of a merge, in order. Each runs in small transactions, and each transaction notes how far it is.
 * `own-unread`, `flags`, `pointers`: the read state, which the later steps must not change. `senders`: the
 * messages that the account has sent. `conversations`: direct conversations. `texts`: reactions, votes,
 * mentions and histories, by looking through the messages of the organization. `rest`: all other rows.
 */
export const MERGE_STEPS = [
  'own-unread',
  'flags',
  'pointers',
  'senders',
  'conversations',
  'texts',
  'rest',
] as const
export type MergeStep = (typeof MERGE_STEPS)[number]
