import type { Readable } from 'node:stream'
import { Server } from '@tus/server'
import { ERRORS, EXPOSED_HEADERS, TUS_RESUMABLE } from '@tus/utils'
import type { ApiError } from '../../core/platform/errors.ts'
import { UploadLocks } from '../../storage/resumable/locks.ts'
import { ResumableUploads } from '../../storage/resumable/uploads.ts'
import type { OwnOrigin } from '../http/authentication/own-origin.ts'
import { isCallersMistake, malformed, methodNotAllowed } from '../http/errors/errors.ts'
import { DEPENDENCY_ERRORS, toApiError } from '../http/failures.ts'
import {
  headerOf,
  type RawIdentity,
  type RawRequest,
  type RawRoute,
  type ReceivedRequest,
  rawRoute,
} from '../http/raw-route.ts'
import type { Header } from '../http/reply/headers.ts'
import { failure, type Reply, statusLine, successBody } from '../http/reply/reply.ts'
import type { Services } from '../services.ts'
import { refusedByTus, withTusMessage, wrongContentType, wrongTusVersion } from './errors.ts'
import type { Uploader, UploadKind } from './upload-kind.ts'

/** The part of the reference about these uploads. */
const GUIDE = '/api/guides/uploading#in-parts-with-tus'

/** Methods of the address that creates uploads, and of an upload. */
const COLLECTION_METHODS: readonly string[] = ['OPTIONS', 'POST']
const UPLOAD_METHODS: readonly string[] = ['DELETE', 'HEAD', 'OPTIONS', 'PATCH']

/** The type of a PATCH's body. */
const OFFSET_BYTES = 'application/offset+octet-stream'

/** Longest wait of a request for an earlier one of the same upload, which stores its received bytes. */
const LOCK_RELEASE_MS = 1_000

/** An error in the form of the tus server. */
type TusError = { readonly status_code: number; readonly body: string }

/** Resumable uploads of a kind (spec.md "Resumable upload"), by the tus protocol 1.0.0. */
export function resumableUploads(
  services: Services,
  kind: UploadKind,
): {
  readonly routes: readonly RawRoute[]
  /** The number of requests that are being answered. */
  readonly running: () => number
} {
  const uploads = new TusUploads(services, kind)
  const renderError = (error: ApiError, request: ReceivedRequest) =>
    renderTusError(error, request, services.config.rootUrl + GUIDE)
  const routes = [kind.path, `${kind.path}/*`].flatMap((pattern) => [
    rawRoute({
      method: 'OPTIONS',
      pattern,
      access: 'unidentified',
      limit: { counts: 'files', work: 'A constant answer.' },
      headers: 'all',
      renderError,
      handle: (request, { sessions }) => uploads.answer(request, undefined, sessions.origins),
    }),
    rawRoute({
      method: 'ANY',
      pattern,
      access: 'user',
      credential: 'either',
      ...(kind.isForWebhookBots && { forWebhookBots: true as const }),
      headers: 'all',
      streamsBody: true,
      guard: checkMethod,
      renderError,
      handle: (request, { sessions }) => uploads.answer(request, request.identity, sessions.origins),
    }),
  ])
  return { routes, running: () => uploads.running }
}

class TusUploads {
  /** The number of requests that are being answered. */
  running = 0
  readonly #services: Services
  readonly #tus: Server
  readonly #uploaders = new WeakMap<object, Uploader>()
  readonly #errors = new WeakMap<object, Error>()

  readonly #kind: UploadKind

  constructor(services: Services, kind: UploadKind) {
    const { core, storage } = services
    this.#services = services
    this.#kind = kind
    this.#tus = new Server({
      path: kind.path,
      relativeLocation: true,
      datastore: new ResumableUploads(kind.records, storage),
      locker: new UploadLocks(core.redis),
      lockDrainTimeout: LOCK_RELEASE_MS,
      maxSize: kind.maxBytes,
      disableTerminationForFinishedUploads: true,
      getFileIdFromRequest: (_request, last) => (/^[0-9a-f]{32}$/.test(last ?? '') ? last : undefined),
      namingFunction: (request, metadata) => this.#begin(request, metadata ?? {}),
      onIncomingRequest: (request, key) => this.#checkOwner(request, key),
      onUploadFinish: (request, { id }) => this.#finish(request, id),
      onResponseError: (request, error) => this.#rememberError(request, error),
    })
  }

  async answer(
    request: RawRequest,
    identity: RawIdentity<'user'> | undefined,
    origins: OwnOrigin,
  ): Promise<Reply> {
    this.running++
    try {
      if (identity?.session !== undefined) origins.check(request.exchange)
      return await this.#answer(request, identity)
    } finally {
      this.running--
    }
  }

  async #answer(received: RawRequest, identity: RawIdentity<'user'> | undefined): Promise<Reply> {
    const { bodyStream } = received
    const method = effectiveMethod(received)
    const headers = readHeaders(received.headers)
    if (identity !== undefined) {
      // Requests without the header Tus-Resumable do nothing. A page of another site cannot send that header
      // with cookies, because browsers send a preflight request first, and this server does not allow it.
      if (headers.get('tus-resumable') !== TUS_RESUMABLE) throw wrongTusVersion(TUS_RESUMABLE)
    }
    // The library answers 400 or 403, where the protocol asks for 415.
    if (method === 'PATCH' && headers.get('content-type') !== OFFSET_BYTES)
      throw wrongContentType(OFFSET_BYTES)
    const hasBody = method === 'POST' || method === 'PATCH'
    const streamed = hasBody && bodyStream ? { body: toWeb(bodyStream), duplex: 'half' } : {}
    const url = `http://localhost${received.url}`
    const request = new Request(url, { method, headers, ...streamed } as RequestInit)
    if (identity !== undefined) this.#uploaders.set(request, identity)
    const response = await this.#tus.handleWeb(request as never)
    if (method === 'HEAD' && response.status === 200) await this.#describe(identity!, url, response.headers)
    const error = this.#errors.get(request)
    if (error !== undefined) throw error
    const body = await response.text()
    if (response.status >= 400) throw refusedByTus(response.status, body)
    await bodyStream?.discard()
    const kept = [...response.headers].filter(([name]) => name !== 'content-length' && name !== 'connection')
    return { status: statusLine(response.status), headers: kept, body }
  }

  async #begin(request: object, metadata: Record<string, string | null>): Promise<string> {
    const { storage } = this.#services
    const headers = (request as Request).headers
    if (headers.get('upload-defer-length') !== null) throw ERRORS.UNSUPPORTED_CREATION_DEFER_LENGTH_EXTENSION
    const length = Number(headers.get('upload-length') ?? Number.NaN)
    if (!Number.isSafeInteger(length)) throw ERRORS.INVALID_LENGTH
    if (length <= this.#kind.maxBytes && length > (await storage.room()))
      throw DEPENDENCY_ERRORS.storage.full()
    const file = {
      name: metadata.filename ?? '',
      type: metadata.filetype ?? '',
      length,
      metadata: headers.get('upload-metadata'),
      hasOwnId: Boolean(metadata.upload_id),
    }
    return this.#kind.begin(this.#uploaders.get(request)!, file)
  }

  /** Refuses everybody but the owner, and the owner once the upload has expired. */
  async #checkOwner(request: object, key: string): Promise<void> {
    const { realm, user } = this.#uploaders.get(request)!
    const pending = await this.#kind.find(key)
    if (pending?.ownerId !== user.id || pending.realmId !== realm.id) throw ERRORS.FILE_NOT_FOUND
    if (pending.expiresAt < Date.now()) throw ERRORS.FILE_NO_LONGER_EXISTS
  }

  /** Responds as POST /user_uploads does. */
  async #finish(request: object, key: string) {
    const answer = await this.#kind.finish(this.#uploaders.get(request)!, key)
    if (answer === undefined) throw ERRORS.FILE_NO_LONGER_EXISTS
    // A creation responds with 201 and a Location, which clients require.
    const isCreation = (request as Request).method === 'POST'
    return {
      ...(!isCreation && { status_code: 200 }),
      headers: { 'Content-Type': 'application/json' },
      body: successBody(answer),
    }
  }

  /**
   * Repeats the metadata of an upload, and completes one whose process died after it had stored the last
   * byte.
   */
  async #describe(uploader: Uploader, url: string, headers: Headers): Promise<void> {
    const key = url.slice(url.lastIndexOf('/') + 1)
    const pending = await this.#kind.find(key)
    if (pending === undefined) return
    // The protocol asks for the value that the client sent. Decoded and encoded again, other bytes than UTF-8
    // would be lost.
    if (pending.metadata !== null) headers.set('upload-metadata', pending.metadata)
    if (headers.get('upload-offset') === headers.get('upload-length')) {
      await this.#kind.finish(uploader, key)
    }
  }

  /** Keeps the original errors for `#answer`, because the tus server passes on a status and a text only. */
  #rememberError(request: object, error: Error | TusError): TusError | undefined {
    if (error === ERRORS.ERR_LOCK_TIMEOUT) return { status_code: 423, body: 'The upload is locked\n' }
    if ('status_code' in error) return undefined
    const { status, message } = toApiError(error)
    this.#errors.set(request, error)
    return { status_code: status, body: message }
  }
}

const allowedMethods = ({ url }: ReceivedRequest): readonly string[] =>
  /\/tus(?:\/history)?\/?$/.test(url) ? COLLECTION_METHODS : UPLOAD_METHODS

/**
 * The method that a request means: the protocol ignores the actual method beside this header, for clients and
 * proxies that cannot send every method. OPTIONS needs no credentials and is never another method.
 */
const effectiveMethod = (request: ReceivedRequest): string =>
  request.method === 'OPTIONS'
    ? 'OPTIONS'
    : headerOf(request, 'x-http-method-override').toUpperCase() || request.method

function checkMethod(request: ReceivedRequest): void {
  if (!allowedMethods(request).includes(effectiveMethod(request))) throw methodNotAllowed()
}

/** Throws 400 for characters that a header cannot have. */
function readHeaders(given: ReceivedRequest['headers']): Headers {
  try {
    return new Headers(given as [string, string][])
  } catch {
    throw malformed('header')
  }
}

function renderTusError(error: ApiError, request: ReceivedRequest, guide: string): Reply {
  const allow: Header[] = error.status === 405 ? [['Allow', allowedMethods(request).join(', ')]] : []
  const headers: Header[] = [
    ...allow,
    ['Tus-Resumable', TUS_RESUMABLE],
    ['Tus-Version', TUS_RESUMABLE],
    ['Access-Control-Expose-Headers', EXPOSED_HEADERS],
  ]
  return failure(withTusMessage(error), headers, 'key', isCallersMistake(error) ? guide : undefined)
}

/**
 * Converts a body into a web stream without a buffer of its own. When the client disconnects, the stream ends
 * early: the server stores the received bytes, and the client continues from there.
 */
function toWeb(body: Readable): ReadableStream<Uint8Array> {
  const chunks = body.iterator({ destroyOnReturn: false })
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next().catch(() => ({ done: true, value: undefined }))
        if (done) controller.close()
        else controller.enqueue(value as Uint8Array)
      },
    },
    { highWaterMark: 0 },
  )
}
