declare module 'samlp' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export interface Profile {
    getClaims(): Record<string, unknown>
    getNameIdentifier(): { nameIdentifier: string; nameIdentifierFormat?: string }
  }
  export interface Options {
    issuer: string
    cert: string | Buffer
    key: string | Buffer
    recipient?: string
    audience?: string
    lifetimeInSeconds?: number
    inResponseTo?: string
    signAssertion?: boolean
    signResponse?: boolean
    signatureAlgorithm?: 'rsa-sha1' | 'rsa-sha256'
    digestAlgorithm?: 'sha1' | 'sha256'
    encryptionCert?: string
    encryptionPublicKey?: string
    /** The name of the session at the provider. */
    sessionIndex?: string
    getPostURL(
      audience: string,
      request: unknown,
      req: IncomingMessage,
      done: (error: Error | null, url: string) => void,
    ): void
    getUserFromRequest(req: IncomingMessage): unknown
    profileMapper(user: never): Profile
    responseHandler(response: Buffer, options: unknown, req: IncomingMessage, res: ServerResponse): void
  }
  type Handler = (req: IncomingMessage, res: ServerResponse, next: (error?: Error) => void) => void
  /** A session at another server that the provider ends too. */
  export interface Participant {
    readonly serviceProviderId: string
    readonly sessionIndex: string | undefined
    readonly nameId: string
    readonly nameIdFormat: string
    readonly serviceProviderLogoutURL: string
    /** With it, requests of the server must be signed. */
    readonly cert?: string
  }
  export interface LogoutOptions {
    issuer: string
    cert: string
    key: string
    protocolBinding: string
    deflate: boolean
    signatureAlgorithm?: string
    sessionParticipants: object
    clearIdPSession(done: () => void): void
  }
  const samlp: {
    auth(options: Options): Handler
    logout(options: LogoutOptions): Handler
    metadata(options: { issuer: string; cert: string; redirectEndpointPath: string }): Handler
  }
  export default samlp
}

declare module 'samlp/lib/sessionParticipants' {
  import type { Participant } from 'samlp'

  const SessionParticipants: new (sessions: Participant[]) => object
  export default SessionParticipants
}
