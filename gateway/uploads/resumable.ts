import type { HttpRequest, HttpResponse } from 'uWebSockets.js'
import type { Readable } from 'node:stream'
import { Server } from '@tus/server'
import { ERRORS, EXPOSED_HEADERS, TUS_RESUMABLE } from '@tus/utils'
import { beginUpload, pendingUpload } from '../../core/content/uploads/pending.ts'
import { MIB } from '../../core/content/uploads/space.ts'
import { ApiError } from '../../core/platform/errors.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import type { UserRecord } from '../../core/state/users/record.ts'
import { finishUpload } from '../../storage/resumable/finish.ts'
import { UploadLocks } from '../../storage/resumable/locks.ts'
import { ResumableUploads } from '../../storage/resumable/uploads.ts'
import type { BodyStream } from '../http/body-stream.ts'
import { checkOrigin } from '../http/csrf.ts'
import type { Exchange, Header } from '../http/exchange.ts'
import { explain, toClient } from '../http/failures.ts'
import { failure, methodNotAllowed, statusLine } from '../http/reply.ts'
import type { HttpServer } from '../http/server.ts'
import type { Services } from '../services.ts'
import { typeOf } from './content.ts'

const PATH = '/api/v1/tus'

/** The methods of the address at which uploads begin, and of an upload. */
const COLLECTION_METHODS: readonly string[] = ['OPTIONS', 'POST']
const UPLOAD_METHODS: readonly string[] = ['DELETE', 'HEAD', 'OPTIONS', 'PATCH']

/** A request that waits to go on with an upload lets the one before it store what it has, for so long. */
const GIVE_WAY_MS = 1_000

interface Caller {
  readonly realm: RealmState
  readonly user: UserRecord
}

/** An error as the tus server takes it. */
type TusError = { readonly status_code: number; readonly body: string }

/**
 * Serves resumable uploads (spec.md "Resumable upload"), by the tus protocol 1.0.0. Add it before the server listens.
 * What it returns tells how many of their requests run.
 */
export function serveResumableUploads(http: HttpServer, services: Services): () => number {
  const uploads = new TusUploads(http, services)
  for (const pattern of [PATH, `${PATH}/*`]) {
    http.app.any(pattern, (response, request) => uploads.answer(response, request, pattern))
  }
  return () => uploads.running
}

class TusUploads {
  /** Requests that are being answered. */
  running = 0
  readonly #http: HttpServer
  readonly #services: Services
  readonly #tus: Server
  readonly #callers = new WeakMap<object, Caller>()
  readonly #errors = new WeakMap<object, Error>()

  constructor(http: HttpServer, services: Services) {
    const { config, core, storage } = services
    this.#http = http
    this.#services = services
    this.#tus = new Server({
      path: PATH,
      relativeLocation: true,
      datastore: new ResumableUploads(core, storage),
      locker: new UploadLocks(core.redis),
      lockDrainTimeout: GIVE_WAY_MS,
      maxSize: config.maxFileUploadSizeMib * MIB,
      disableTerminationForFinishedUploads: true,
      getFileIdFromRequest: (_request, last) => (/^[0-9a-f]{32}$/.test(last ?? '') ? last : undefined),
      namingFunction: (request, metadata) => this.#begin(request, metadata ?? {}),
      onIncomingRequest: (request, key) => this.#checkOwner(request, key),
      onUploadFinish: (request, { id }) => this.#finish(request, id),
      onResponseError: (request, error) => this.#explain(request, error),
    })
  }

  /** Answers one request. */
  answer(response: HttpResponse, request: HttpRequest, pattern: string): void {
    const method = request.getMethod().toUpperCase()
    const given: [string, string][] = []
    request.forEach((name, value) => {
      given.push([name, value])
    })
    const url = `http://localhost${request.getUrl()}`
    const exchange = this.#http.begin(response, request, method, pattern)
    const body = ['GET', 'HEAD', 'OPTIONS'].includes(method) ? undefined : exchange.streamBody()
    this.running++
    void this.#answer(exchange, method, url, given, body).finally(() => this.running--)
  }

  async #answer(
    exchange: Exchange,
    sent: string,
    url: string,
    given: readonly [string, string][],
    body: BodyStream | undefined,
  ): Promise<void> {
    try {
      const headers = readHeaders(given)
      const method = (sent === 'POST' && headers.get('x-http-method-override')?.toUpperCase()) || sent
      const allowed = /\/tus\/?$/.test(url) ? COLLECTION_METHODS : UPLOAD_METHODS
      if (!allowed.includes(method)) {
        await body?.discard()
        exchange.respond(asTusFailure(methodNotAllowed(), [['Allow', allowed.join(', ')]]))
        return
      }
      const caller = method === 'OPTIONS' ? undefined : await this.#identify(exchange)
      if (method !== 'OPTIONS' && headers.get('tus-resumable') !== TUS_RESUMABLE) throw wrongVersion()
      const hasBody = method === 'POST' || method === 'PATCH'
      const streamed = hasBody && body ? { body: toWeb(body), duplex: 'half' } : {}
      const request = new Request(url, { method, headers, ...streamed } as RequestInit)
      if (caller !== undefined) this.#callers.set(request, caller)
      const answer = await this.#tus.handleWeb(request as never)
      if (method === 'HEAD' && answer.status === 200) await this.#finishIfComplete(url, answer.headers)
      const error = this.#errors.get(request)
      if (error !== undefined) throw error
      const text = await answer.text()
      await body?.discard()
      const kept = [...answer.headers].filter(([name]) => name !== 'content-length' && name !== 'connection')
      exchange.respond({ status: statusLine(answer.status), headers: kept, body: text })
    } catch (error) {
      const told = explain(error, this.#services.core.log, exchange)
      await body?.discard()
      exchange.respond(asTusFailure(told))
    }
  }

  /**
   * Who uploads, by key or session. The header Tus-Resumable, without which nothing is done here, is what a page of
   * another site cannot send: it would have to ask first, and is never told that it may with cookies.
   */
  async #identify(exchange: Exchange): Promise<Caller> {
    const { authentication } = this.#http
    const { realm, user, session } = await authentication.identify(exchange, 'user', {
      credential: 'either',
      forWebhookBots: true,
    })
    if (session !== undefined) checkOrigin(exchange)
    exchange.realmId = realm.id
    exchange.userId = user!.id
    return { realm, user: user! }
  }

  async #begin(request: object, metadata: Record<string, string | null>): Promise<string> {
    const { core, config } = this.#services
    const { realm, user } = this.#callers.get(request)!
    const headers = (request as Request).headers
    if (headers.get('upload-defer-length') !== null) throw ERRORS.UNSUPPORTED_CREATION_DEFER_LENGTH_EXTENSION
    const length = Number(headers.get('upload-length') ?? Number.NaN)
    if (!Number.isSafeInteger(length)) throw ERRORS.INVALID_LENGTH
    const name = metadata.filename ?? ''
    const contentType = typeOf(metadata.filetype ?? '', name)
    const begun = beginUpload({ core, realm, user }, config, { name, contentType, length })
    return (await refusingSizes(begun)).key
  }

  /** Only its owner goes on with an upload, and only in time. */
  async #checkOwner(request: object, key: string): Promise<void> {
    const { realm, user } = this.#callers.get(request)!
    const pending = await pendingUpload(this.#services.core, key)
    if (pending?.owner !== user.id || pending.realm !== realm.id) throw ERRORS.FILE_NOT_FOUND
    if (pending.expiresAt < Date.now()) throw ERRORS.FILE_NO_LONGER_EXISTS
  }

  /** The answer that existing clients of this protocol family look for: where the file is. */
  async #finish(request: object, key: string) {
    const { core, storage, config } = this.#services
    const pending = await pendingUpload(core, key)
    const path = pending && (await refusingSizes(finishUpload(core, storage, pending, config)))
    if (path === undefined) throw ERRORS.FILE_NO_LONGER_EXISTS
    // A creation stays 201, with a Location that clients insist on.
    const isCreation = (request as Request).method === 'POST'
    return {
      ...(!isCreation && { status_code: 200 }),
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ url: `/user_uploads/${path}`, filename: pending!.name }),
    }
  }

  /** Completes what a process left that died with the last byte stored. */
  async #finishIfComplete(url: string, headers: Headers): Promise<void> {
    if (headers.get('upload-offset') !== headers.get('upload-length')) return
    const { core, storage, config } = this.#services
    const pending = await pendingUpload(core, url.slice(url.lastIndexOf('/') + 1))
    if (pending !== undefined) await finishUpload(core, storage, pending, config)
  }

  /** Remembers what our own errors say; the tus server can pass on a status and a text only. */
  #explain(request: object, error: Error | TusError): TusError | undefined {
    if (error === ERRORS.ERR_LOCK_TIMEOUT) return { status_code: 423, body: 'The upload is locked\n' }
    if ('status_code' in error) return undefined
    const told = toClient(error)
    this.#errors.set(request, error)
    return { status_code: told.status, body: told.message }
  }
}

/** Throws 400 for values that are not of a header's letters. */
function readHeaders(given: readonly [string, string][]): Headers {
  try {
    return new Headers(given as [string, string][])
  } catch {
    throw new ApiError('Malformed header')
  }
}

const wrongVersion = () =>
  new ApiError(`Tus-Resumable must be ${TUS_RESUMABLE}`, { code: 'TUS_VERSION', status: 412 })

/** What is too large is 413 here: some clients try again after 400. */
async function refusingSizes<T>(work: Promise<T>): Promise<T> {
  return work.catch((error) => {
    if (!(error instanceof ApiError) || error.status !== 400) throw error
    throw new ApiError(error.message, { code: error.code, status: 413, extra: error.extra })
  })
}

/** As other errors, with the text also where clients of this endpoint look for it. */
function asTusFailure({ message, code, status, extra }: ApiError, headers: readonly Header[] = []) {
  return failure(new ApiError(message, { code, status, extra: { ...extra, message } }), [
    ...headers,
    ['Tus-Resumable', TUS_RESUMABLE],
    ['Tus-Version', TUS_RESUMABLE],
    ['Access-Control-Expose-Headers', EXPOSED_HEADERS],
  ])
}

/**
 * A body as web streams have it, of which nothing waits outside of `body`. One that is cut off ends early: what has
 * come is stored, and the client goes on from there.
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
