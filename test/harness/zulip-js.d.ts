/** Types of the parts of the client that the tests use. The package has no types. */
declare module 'zulip-js' {
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the answer has
  type Answer = Promise<any>
  type Call = (parameters?: object) => Answer

  interface ZulipClient {
    callEndpoint(endpoint: string, method?: string, parameters?: object): Answer
    // biome-ignore lint/suspicious/noExplicitAny: as above
    callOnEachEvent(onEvent: (event: any) => void, eventTypes?: readonly string[]): Promise<never>
    readonly queues: { register: Call; deregister: Call }
    readonly events: { retrieve: Call }
    readonly messages: { retrieve: Call; send: Call; render(content: string): Answer }
    readonly server: { settings: Call }
    readonly streams: {
      retrieve: Call
      getStreamId(name: string): Answer
      readonly subscriptions: { retrieve: Call }
      readonly topics: { retrieve: Call }
    }
    readonly users: {
      retrieve: Call
      readonly me: { getProfile: Call; readonly subscriptions: { add: Call; remove: Call } }
    }
  }

  export default function zulip(config: {
    username: string
    realm: string
    apiKey?: string
    password?: string
  }): Promise<ZulipClient>
}
