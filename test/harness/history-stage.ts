import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { createOrganization } from '../../core/organization/settings/create-organization.ts'
import type { Core } from '../../core/state/core.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import type { UserRecord } from '../../core/state/users/record.ts'
import type { HistoryJob } from '../../core/transfer/history/jobs.ts'
import { openStorage } from '../../storage/open-storage.ts'
import type { Storage } from '../../storage/storage.ts'
import { announceHistoryJob } from '../../workers/jobs/announce-history.ts'
import { continueHistoryJob } from '../../workers/jobs/continue-history.ts'
import { deleteFilesJob } from '../../workers/jobs/upkeep/delete-files.ts'
import { core, setUpStage, url, world } from '../gateway/routes/stage.ts'
import { type Body, Client } from './client.ts'
import { writeTarGz } from './moving/tar.ts'
import { type ZulipArchive, zulipArchive, zulipFiles } from './moving/zulip-archive.ts'
import { programOf } from './programs.ts'
import { metadata, patch, type TusAnswer, tus } from './tus.ts'
import { silent } from './world.ts'

/** The set-up of a test file in which owners bring the history of new organizations. */

export let storage: Storage
let founded = 0

/** Tests run the program that reads archives from its bundle. */
export const READING = { program: programOf('workers/archives/reading-process.ts') }

export const PASSWORD = 'four words of a play'

export function setUpHistoryStage(): void {
  setUpStage()
  beforeAll(async () => {
    storage = await openStorage(world.config)
  })
  afterAll(() => storage.close())
}

/** A new organization with its founder. */
export interface Founded {
  readonly realm: RealmState
  readonly owner: UserRecord
  readonly client: Client
  readonly subdomain: string
  readonly origin: string
}

/** The origin of an organization's host at a gateway. */
export const originOf = (subdomain: string, at = url): string =>
  at.replace('127.0.0.1', `${subdomain}.localhost`)

/** Founds an organization. `email`: the address of the founder. */
export async function found(email?: string): Promise<Founded> {
  founded += 1
  const subdomain = `new${founded}`
  const { realm, owner } = await createOrganization(core, {
    name: `New ${founded}`,
    subdomain,
    email: email ?? `founder${founded}@new.test`,
    fullName: 'Flora Founder',
    password: PASSWORD,
  })
  const origin = originOf(subdomain)
  const client = new Client(origin, { email: owner.email, apiKey: realm.apiKeyOf(owner) })
  return { realm, owner, client, subdomain, origin }
}

const UPLOADS = '/api/v1/tus/history'

/** Begins the upload of an archive of this size. */
export const begin = (client: Client, length: number, name = 'export.tar.gz'): Promise<TusAnswer> =>
  tus(client, 'POST', UPLOADS, {
    'upload-length': String(length),
    'upload-metadata': metadata({ filename: name }),
  })

/** Uploads an archive in two parts. Resolves to the answer to the last one. */
export async function send(client: Client, bytes: Buffer, name?: string): Promise<TusAnswer> {
  const begun = await begin(client, bytes.length, name)
  if (begun.status !== 201) return begun
  const path = begun.headers.get('location')!
  const half = bytes.length >> 1
  await patch(client, path, 0, bytes.subarray(0, half))
  return patch(client, path, half, bytes.subarray(half))
}

export interface Archived {
  readonly archive: ZulipArchive
  readonly bytes: Buffer
  /** The addresses of the active people; the first one is an owner. */
  readonly people: readonly string[]
}

/** A small archive in the shape of Zulip's, with its bytes. */
export async function smallArchive(seed = 1): Promise<Archived> {
  const archive = zulipArchive({ seed, people: 5, channels: 3, messages: 40 })
  const path = join(world.config.dataDir, `small-${seed}.tar.gz`)
  await writeTarGz(path, zulipFiles(archive))
  const people = archive.realm
    .zerver_userprofile!.filter((row) => row.is_active === true && row.is_bot !== true)
    .sort((a, b) => Number(a.role) - Number(b.role))
    .map((row) => String(row.delivery_email))
  return { archive, bytes: await readFile(path), people }
}

interface How {
  readonly isLastAttempt?: boolean
  readonly signal?: AbortSignal
  readonly on?: Core
  readonly store?: Storage
  readonly config?: Pick<typeof world.config, 'realmUploadQuotaMib'>
}

/** Runs the waiting jobs of imports once, as a worker does, in the order in which they were enqueued. */
export async function work({
  isLastAttempt = false,
  signal,
  on = core,
  store = storage,
  config = { realmUploadQuotaMib: undefined },
}: How = {}): Promise<void> {
  const jobs = await world.sql<{ id: number; name: string; data: HistoryJob }>(
    "SELECT id, name, data FROM job_outbox WHERE queue = 'imports' ORDER BY id",
  )
  for (const { id, name, data } of jobs) {
    const job =
      name === 'announce-history'
        ? announceHistoryJob
        : continueHistoryJob(store, { ...world.config, ...config }, READING)
    await job.run({
      core: on,
      data,
      log: silent,
      outboxId: undefined,
      isLastAttempt,
      ...(signal && { signal }),
    })
    await world.sql('DELETE FROM job_outbox WHERE id = $1', [id])
  }
}

/** Runs the waiting deletions of files. */
export async function deleteFiles(): Promise<void> {
  const rows = await world.sql("DELETE FROM job_outbox WHERE name = 'delete-files' RETURNING data")
  for (const { data } of rows) {
    await deleteFilesJob(storage).run({ core, data, log: silent, outboxId: undefined, isLastAttempt: false })
  }
}

/** The answer about the newest import. */
export const state = (client: Client): Promise<Body> => client.ok(client.get('/realm/history_imports/newest'))

/** The newest import itself. */
export const newest = async (client: Client): Promise<Body> => (await state(client)).history_import

export const start = async (client: Client) =>
  client.post(`/realm/history_imports/${(await newest(client)).id}/start`)

export const cancel = async (client: Client) =>
  client.delete(`/realm/history_imports/${(await newest(client)).id}`)
