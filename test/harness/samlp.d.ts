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
    encryptionCert?: string
    encryptionPublicKey?: string
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
  const samlp: {
    auth(options: Options): Handler
    metadata(options: { issuer: string; cert: string; redirectEndpointPath: string }): Handler
  }
  export default samlp
}
