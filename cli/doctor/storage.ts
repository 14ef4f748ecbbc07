import { randomBytes } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Config } from '../../config/environment.ts'
import { openStorage } from '../../storage/open-storage.ts'
import type { Storage } from '../../storage/storage.ts'
import {
  type Finding,
  notChecked,
  ok,
  type Row,
  reasonOf,
  runCheck,
  skipped,
  warning,
  wrong,
} from './check.ts'

const MIB = 1024 * 1024
/** More than one part of a multipart upload, of which all but the last have at least 5 MiB. */
const LARGE_BYTES = 5 * MIB + 1024
const SLOW_MS = 30_000
const FREE_BYTES = 1024 * MIB
const FREE_SHARE = 0.05

/** Checks the store of uploaded files with a file that is deleted again. */
export async function checkStorage(config: Config): Promise<Row[]> {
  const isBucket = config.s3Bucket !== undefined
  const roundTrip = await runCheck({
    name: isBucket ? 'S3 bucket' : 'Uploads folder',
    timeLimitMs: SLOW_MS,
    advice: isBucket
      ? 'correct S3_ENDPOINT and S3_REGION, and let this machine reach the store'
      : 'correct DATA_DIR, and let the user of the server write to it',
    run: async () => {
      const storage = await openStorage(config)
      try {
        return await tryStorage(storage, isBucket ? `bucket ${config.s3Bucket}` : `${config.dataDir}/uploads`)
      } catch (error) {
        return wrong(reasonOf(error), adviceFor(error))
      } finally {
        storage.close()
      }
    },
  })
  if (isBucket) return [roundTrip]
  const disk = { name: 'Uploads disk' }
  if (roundTrip.status === 'wrong') return [roundTrip, ...notChecked([disk], roundTrip.name)]
  const room = await runCheck({
    ...disk,
    advice: 'correct DATA_DIR',
    run: () => checkRoom(config.dataDir),
  })
  return [roundTrip, room]
}

async function tryStorage(storage: Storage, where: string): Promise<Finding> {
  const key = `doctor-${randomBytes(8).toString('hex')}`
  try {
    for (const size of [100, LARGE_BYTES]) {
      const bytes = randomBytes(size)
      await storage.put(key, Readable.from([bytes]))
      if ((await storage.stat(key))?.size !== size)
        return wrong('a file has another size', 'use another store')
      const range = { start: size - 10, end: size - 1 }
      const end = await buffer(await storage.get(key, range))
      if (!end.equals(bytes.subarray(-10))) return wrong('a range of a file is wrong', 'use another store')
    }
    const link = await tryLink(storage, key)
    if (link !== undefined) return link
  } finally {
    await storage.delete([key])
  }
  if ((await storage.stat(key)) !== undefined)
    return wrong('a deleted file is still there', 'turn versioning off')
  return ok(`${where}: put, multipart, get, range and delete work`)
}

/** Fetches the file by a signed URL, as clients do with S3_SEND_CLIENTS. */
async function tryLink(storage: Storage, key: string): Promise<Finding | undefined> {
  if (storage.presign === undefined) return undefined
  const as = { contentType: 'text/plain', contentDisposition: 'attachment' }
  const response = await fetch(await storage.presign(key, 60, as), { signal: AbortSignal.timeout(5_000) })
  await response.body?.cancel()
  if (response.ok) return undefined
  return wrong(`a signed URL is answered ${response.status}`, 'unset S3_SEND_CLIENTS, or correct S3_ENDPOINT')
}

function adviceFor(error: unknown): string {
  const { cause } = error as { cause?: { name?: string; code?: string } }
  const name = cause?.name ?? ''
  if (/NoSuchBucket/.test(name)) return 'create the bucket, or correct S3_BUCKET'
  if (/InvalidAccessKeyId|SignatureDoesNotMatch|CredentialsProviderError/.test(name)) {
    return 'correct S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY'
  }
  if (/AccessDenied|Forbidden/.test(name)) {
    return 'allow s3:GetObject, s3:PutObject, s3:DeleteObject, s3:ListBucket and s3:AbortMultipartUpload to the key'
  }
  return 'correct the S3 settings or DATA_DIR, and give the store room'
}

async function checkRoom(dataDir: string): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(dataDir)
  return judgeRoom(bavail * bsize, blocks * bsize)
}

/** `free` and `size` of the disk in bytes. */
export function judgeRoom(free: number, size: number): Finding {
  const gib = (free / (1024 * MIB)).toFixed(1)
  if (size === 0) return skipped('the file system does not say its size')
  if (free < FREE_BYTES) return wrong(`${gib} GiB free`, 'free disk space; uploads and logs need it')
  if (free < size * FREE_SHARE) return warning(`${gib} GiB free, less than 5 %`, 'free disk space soon')
  return ok(`${gib} GiB free`)
}
