import type { ChannelId } from '../../platform/ids.ts'

/** Sixteen colours that are distinguishable on light and dark backgrounds. */
const PALETTE = [
  '#76ce90',
  '#fae589',
  '#a6c7e5',
  '#e79ab5',
  '#bfd56f',
  '#f4ae55',
  '#b0a5fd',
  '#addfe5',
  '#f5ce6e',
  '#c2726a',
  '#94c849',
  '#bd86e5',
  '#ee7e4a',
  '#a6dcbf',
  '#95a5fd',
  '#53a063',
] as const

/**
 * The initial colour of a channel. It is the same for everybody, so that one event serves all new
 * subscribers.
 */
export function colorOf(channel: ChannelId): string {
  return PALETTE[channel % PALETTE.length]!
}
