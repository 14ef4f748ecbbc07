import { Cluster, type Redis } from 'ioredis'

/**
 * Ends the timers of `socketTimeout` with their connections, and returns the client. ioredis lets one run on
 * when a connection is lost while a command waits, and it then closes the next connection.
 */
export function endTimersWithConnections<Client extends Redis | Cluster>(client: Client): Client {
  if (client instanceof Cluster) client.on('+node', endTimersWithConnections)
  else
    client.on('close', () => {
      const timers = client as unknown as { socketTimeoutTimer: NodeJS.Timeout | undefined }
      clearTimeout(timers.socketTimeoutTimer)
      timers.socketTimeoutTimer = undefined
    })
  return client
}
