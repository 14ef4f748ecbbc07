import type { Redis } from 'ioredis'

/**
 * Ends the timer of `socketTimeout` with its connection. ioredis lets it run when a connection is lost while a command waits, and it then
 * closes the next connection.
 */
export function endTimerWithConnection(redis: Redis): void {
  redis.on('close', () => {
    // biome-ignore lint/complexity/useLiteralKeys: a private property
    clearTimeout(redis['socketTimeoutTimer'] as NodeJS.Timeout | undefined)
    // biome-ignore lint/complexity/useLiteralKeys: a private property
    redis['socketTimeoutTimer'] = undefined
  })
}
