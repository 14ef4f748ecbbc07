import { execFile } from 'node:child_process'
import { mkdtemp, readFile, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** How far back the commit is that stands for the former release while there is no tag. */
const COMMITS_BACK = 20

/** The newest tag, or a commit a good while back. */
export async function formerCommit(): Promise<string> {
  const { stdout: tag } = await run('git', ['describe', '--tags', '--abbrev=0', 'HEAD~1']).catch(() => ({
    stdout: '',
  }))
  if (tag.trim() !== '') return tag.trim()
  const { stdout } = await run('git', ['rev-parse', '--short', `HEAD~${COMMITS_BACK}`])
  return stdout.trim()
}

/** Builds a commit in a temporary folder. Resolves with that folder; the caller deletes it. */
export async function buildCommit(commit: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'loquat-former-'))
  await run('sh', ['-c', `git archive "$1" | tar -x -C "$2"`, 'sh', commit, directory])
  const [former, current] = await Promise.all([
    readFile(join(directory, 'package-lock.json'), 'utf8'),
    readFile('package-lock.json', 'utf8'),
  ])
  if (former === current) await symlink(join(process.cwd(), 'node_modules'), join(directory, 'node_modules'))
  else await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: directory })
  await run('npm', ['run', '--silent', 'build'], { cwd: directory })
  return directory
}
