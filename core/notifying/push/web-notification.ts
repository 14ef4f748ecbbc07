/** The content of a push message to the service worker of the web client (`gateway/web/worker/`). */
export type WebNotification = MessageNotification | RemovalNotification | TestNotification

export interface MessageNotification {
  readonly event: 'message'
  /** The reader: another person may have logged in since. */
  readonly user_id: number
  readonly message_id: number
  /** Unix seconds. */
  readonly time: number
  readonly title: string
  readonly body: string
  /** The picture of the sender; empty without one. */
  readonly icon: string
  /** The channel and the topic, or for a direct conversation the participants except the reader. */
  readonly channel_id?: number
  readonly channel_name?: string
  readonly topic?: string
  readonly user_ids?: readonly number[]
  /** Unread messages that notifications show. */
  readonly badge: number
}

/** The notifications of these messages are to be closed, because the messages were read or deleted. */
export interface RemovalNotification {
  readonly event: 'remove'
  readonly user_id: number
  readonly message_ids: readonly number[]
  readonly badge: number
}

export interface TestNotification {
  readonly event: 'test'
  readonly user_id: number
  readonly title: string
  readonly body: string
}
