import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Where `.ci/run` installs the packages: `openapi-python-client` and `schemathesis` of PyPI. */
const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
const programs = process.env.PYTHON_API_TOOLS || join(cache, 'loquat/python-api-tools/bin')

/** One line that says why tests with these tools are skipped; undefined when they run. */
export const pythonApiToolsMissing = ['openapi-python-client', 'schemathesis'].every((name) =>
  existsSync(join(programs, name)),
)
  ? undefined
  : `no openapi-python-client and schemathesis in ${programs} (.ci/run installs them; PYTHON_API_TOOLS names another folder)`

if (pythonApiToolsMissing && process.env.CI) throw new Error(pythonApiToolsMissing)
if (pythonApiToolsMissing) {
  process.stderr.write(`Tests with tools for OpenAPI in Python are skipped: ${pythonApiToolsMissing}\n`)
}

/** The end of an ended program. */
export interface Ended {
  readonly code: number
  readonly output: string
}

/** Runs a program of the packages, or the `python` that can import them, in a folder until it ends. */
export async function runTool(
  name: string,
  args: readonly string[],
  folder: string,
  env: Record<string, string> = {},
): Promise<Ended> {
  const options = {
    cwd: folder,
    maxBuffer: 64 * 1024 * 1024,
    env: { PATH: `${programs}:${process.env.PATH}`, HOME: folder, LANG: 'C.UTF-8', NO_COLOR: '1', ...env },
  }
  try {
    const { stdout, stderr } = await promisify(execFile)(join(programs, name), [...args], options)
    return { code: 0, output: stdout + stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code?: unknown; stdout?: string; stderr?: string }
    if (typeof code !== 'number') throw error
    return { code, output: `${stdout}${stderr}` }
  }
}
