import { Redis } from 'ioredis'

/**
 * A connection that writes all commands of one turn of the event loop to the socket at once. A system call for each
 * command was a tenth of the processor time that common requests cost the gateway. No command waits for another turn.
 */
export class CoalescingRedis extends Redis {
  #corked: NonNullable<Redis['stream']> | undefined

  override sendCommand(...args: Parameters<Redis['sendCommand']>): unknown {
    this.#cork()
    return super.sendCommand(...args)
  }

  /** Holds writes to the socket back until the callbacks of this turn have run. */
  #cork(): void {
    const socket = this.stream
    if (!socket || socket === this.#corked) return
    this.#corked = socket
    socket.cork()
    setImmediate(() => {
      socket.uncork()
      if (this.#corked === socket) this.#corked = undefined
    })
  }
}
