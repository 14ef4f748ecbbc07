import { z } from 'zod'
import * as limits from '../../config/limits.ts'
import { sharedSlice } from './slice.ts'

/**
 * How often clients report presence, and after how many seconds without a report a user counts as offline.
 */
export const presenceIntervals = sharedSlice({
  selectedBy: 'presence',
  response: {
    server_presence_ping_interval_seconds: z.int().describe('How often clients report presence, in seconds.'),
    server_presence_offline_threshold_seconds: z
      .int()
      .describe('After how many seconds without a report a user counts as offline.'),
  },
  readShared: () => ({
    server_presence_ping_interval_seconds: limits.PRESENCE_PING_INTERVAL_SECONDS,
    server_presence_offline_threshold_seconds: limits.PRESENCE_OFFLINE_THRESHOLD_SECONDS,
  }),
})

/** The intervals of typing notifications. */
export const typingIntervals = sharedSlice({
  selectedBy: 'realm',
  response: {
    server_typing_started_expiry_period_milliseconds: z
      .int()
      .describe('How long clients show that somebody types after the last `start`, in milliseconds.'),
    server_typing_stopped_wait_period_milliseconds: z
      .int()
      .describe('After how many milliseconds without input clients send `stop`.'),
    server_typing_started_wait_period_milliseconds: z
      .int()
      .describe('How often clients repeat `start` while the user types, in milliseconds.'),
  },
  readShared: () => ({
    server_typing_started_expiry_period_milliseconds: limits.TYPING_STARTED_EXPIRY_MILLISECONDS,
    server_typing_stopped_wait_period_milliseconds: limits.TYPING_STOPPED_WAIT_MILLISECONDS,
    server_typing_started_wait_period_milliseconds: limits.TYPING_STARTED_WAIT_MILLISECONDS,
  }),
})
