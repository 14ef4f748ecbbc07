import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { pythonProgram } from '../../harness/python-clients.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const HERE = fileURLToPath(new URL('.', import.meta.url))

/** A block of code of a guide: its language, the word after it, and the code. */
interface Block {
  readonly language: string
  readonly word: string
  readonly code: string
}

/** The blocks of code of a page of Markdown. */
export const blocksOf = (text: string): Block[] =>
  [...text.matchAll(/^```(\w*) ?(\S*)\n([\s\S]*?)^```$/gm)].map(([, language, word, code]) => ({
    language: language!,
    word: word!,
    code: code!,
  }))

const isFile = ({ word }: Block): boolean => word === 'zuliprc' || word.includes('.')

/** Runs the code of one guide in a folder of its own, where the packages of the guides are installed. */
export class GuideRunner {
  readonly folder: string
  output = ''
  #shell: ChildProcess | undefined

  private constructor(folder: string) {
    this.folder = folder
  }

  static async create(): Promise<GuideRunner> {
    const folder = await mkdtemp(join(tmpdir(), 'loquat-guide-'))
    const modules = join(folder, 'node_modules')
    await mkdir(join(modules, '@loquat/client'), { recursive: true })
    for (const name of ['ws', 'tus-js-client', 'openapi-fetch', '@types'])
      await symlink(join(ROOT, 'node_modules', name), join(modules, name))
    await mkdir(join(modules, '.bin'))
    for (const name of ['tsc', 'tsx'])
      await symlink(join(ROOT, 'node_modules/.bin', name), join(modules, '.bin', name))
    const generator = `exec node --import ${join(HERE, 'generated-client/use-typescript-5.mjs')} ${join(ROOT, 'node_modules/openapi-typescript/bin/cli.js')} "$@"`
    await writeFile(join(modules, '.bin/openapi-typescript'), `#!/bin/sh\n${generator}\n`, { mode: 0o755 })
    await build({
      configFile: false,
      logLevel: 'error',
      build: {
        lib: {
          entry: join(ROOT, 'gateway/web/client/index.ts'),
          formats: ['es'],
          fileName: () => 'index.js',
        },
        outDir: join(modules, '@loquat/client'),
      },
    })
    await writeFile(join(modules, '@loquat/client/package.json'), '{ "type": "module", "main": "index.js" }')
    return new GuideRunner(folder)
  }

  /**
   * Writes the files of the guide and starts its commands in one shell. `replacements` stand for values that
   * readers replace by their own. The shell ends with its commands; background processes run until `stop`.
   */
  async start(
    blocks: readonly Block[],
    replacements: Readonly<Record<string, string>>,
    env: Record<string, string>,
  ) {
    const replaced = (code: string) =>
      Object.entries(replacements).reduce((text, [from, to]) => text.replaceAll(from, to), code)
    for (const block of blocks.filter(isFile)) {
      await writeFile(join(this.folder, block.word), replaced(block.code), { mode: 0o600 })
    }
    const commands = blocks.filter(
      ({ language, word }) => language === 'sh' && (word === '' || word === 'stays'),
    )
    const lines = commands.map(({ word, code }) =>
      word === 'stays' ? `{ ${replaced(code)} } &\n` : replaced(code),
    )
    const python = dirname(pythonProgram('python'))
    this.#shell = spawn(
      'bash',
      ['--norc', '-euo', 'pipefail', '-c', `${lines.join('\n')}\necho THE GUIDE ENDS\nwait`],
      {
        cwd: this.folder,
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { PATH: `${python}:${process.env.PATH}`, HOME: this.folder, LANG: 'C.UTF-8', ...env },
      },
    )
    for (const stream of [this.#shell.stdout!, this.#shell.stderr!]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.output += text
      })
    }
  }

  /** Whether all commands have ended; throws when one failed. */
  get hasEnded(): boolean {
    if (this.#shell?.exitCode) throw new Error(`The guide failed:\n${this.output}`)
    return this.output.includes('THE GUIDE ENDS')
  }

  async stop(): Promise<void> {
    const shell = this.#shell
    if (shell?.pid !== undefined && shell.exitCode === null && shell.signalCode === null) {
      const ended = once(shell, 'exit')
      process.kill(-shell.pid, 'SIGKILL')
      await ended
    }
    await rm(this.folder, { recursive: true, force: true })
  }
}

/** The names of the guides whose code runs. */
export const GUIDES = fileURLToPath(new URL('../../../docs/guides/', import.meta.url))
export const guideFiles = async (): Promise<string[]> =>
  (await readdir(GUIDES)).filter((name) => name !== 'introduction.md').sort()
