import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../config/embedded/processes.ts'
import type { Settings } from './world.ts'

/** Folders in which `.ci/run` and `go install` put the program. */
const FOLDERS = [
  ...(process.env.PATH ?? '').split(delimiter),
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'loquat/bin'),
  join(homedir(), 'go/bin'),
]

/** Path of the S3 server; undefined when it is not installed. */
const program = FOLDERS.map((folder) => join(folder, 'versitygw')).find((path) => existsSync(path))

/** One line that says why tests against an S3 server are skipped; undefined when they run. */
export const s3Missing = program
  ? undefined
  : 'versitygw is not on the PATH (go install github.com/versity/versitygw/cmd/versitygw@latest)'

if (s3Missing && process.env.CI) throw new Error(s3Missing)
if (s3Missing) process.stderr.write(`Tests against S3 are skipped: ${s3Missing}\n`)

export interface TestS3 {
  /** Settings with which a gateway uses the server. */
  readonly settings: Settings
  readonly endpoint: string
  /** The folder with the files of its bucket. */
  readonly folder: string
  stop(): Promise<void>
}

/** Starts a real S3 server with an empty bucket. */
export async function startS3(): Promise<TestS3> {
  if (program === undefined) throw new Error(s3Missing)
  const root = await mkdtemp(join(tmpdir(), 'loquat-s3-'))
  await mkdir(join(root, 'buckets/uploads'), { recursive: true })
  await mkdir(join(root, 'notes'))
  const port = await freePort()
  const folders = ['--sidecar', join(root, 'notes'), join(root, 'buckets')]
  const child = spawn(
    program,
    ['--port', `127.0.0.1:${port}`, '--access', 'loquat', '--secret', 'loquat-secret', 'posix', ...folders],
    { stdio: 'ignore', cwd: root },
  )
  const endpoint = `http://127.0.0.1:${port}`
  for (let n = 0; (await fetch(endpoint).catch(() => undefined)) === undefined; n++) {
    if (n > 200 || child.exitCode !== null) throw new Error('versitygw does not answer')
    await sleep(25)
  }
  return {
    endpoint,
    folder: join(root, 'buckets/uploads'),
    settings: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: 'uploads',
      S3_ACCESS_KEY_ID: 'loquat',
      S3_SECRET_ACCESS_KEY: 'loquat-secret',
      S3_FORCE_PATH_STYLE: 'true',
    },
    stop: async () => {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
      await rm(root, { recursive: true, force: true })
    },
  }
}
