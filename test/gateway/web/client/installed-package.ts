import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { buildPackage } from '../../../../gateway/web/client/package/build.ts'

const run = promisify(execFile)
const MODULES = fileURLToPath(new URL('../../../../node_modules', import.meta.url))

/** The client library as its users have it: packed, and installed into an otherwise empty folder. */
export class InstalledPackage {
  /** The folder with `node_modules`. */
  readonly folder: string
  readonly tarballBytes: number
  readonly #root: string

  private constructor(root: string, tarballBytes: number) {
    this.#root = root
    this.folder = join(root, 'project')
    this.tarballBytes = tarballBytes
  }

  static async create(): Promise<InstalledPackage> {
    const root = await mkdtemp(join(tmpdir(), 'loquat-client-'))
    await buildPackage(join(root, 'package'))
    const packed = await run('npm', ['pack', '--json', '--pack-destination', root], {
      cwd: join(root, 'package'),
    })
    const tarball = join(root, /[\w.-]+\.tgz/.exec(packed.stdout)![0])
    const { size } = await stat(tarball)
    const installed = new InstalledPackage(root, size)
    await run('mkdir', [installed.folder])
    await installed.write('package.json', JSON.stringify({ private: true, type: 'module' }))
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: installed.folder })
    return installed
  }

  /** The files of the package, as a web server would serve them. */
  get library(): string {
    return join(this.folder, 'node_modules/@loquat/client')
  }

  write(name: string, text: string): Promise<void> {
    return writeFile(join(this.folder, name), text)
  }

  /** Compiles programs of the folder in strict mode to JavaScript. Resolves with the compiler's messages. */
  async compile(names: readonly string[], options: object): Promise<string> {
    const compilerOptions = {
      target: 'ES2022',
      module: 'NodeNext',
      strict: true,
      skipLibCheck: false,
      noUncheckedIndexedAccess: true,
      typeRoots: [join(MODULES, '@types')],
      outDir: '.',
      rootDir: '.',
      ...options,
    }
    await this.write('tsconfig.json', JSON.stringify({ compilerOptions, files: names }))
    const compiler = join(MODULES, 'typescript/bin/tsc')
    const messages = await run(process.execPath, [compiler, '-p', this.folder]).then(
      () => '',
      (error: { stdout: string }) => error.stdout,
    )
    return messages
  }

  close(): Promise<void> {
    return rm(this.#root, { recursive: true, force: true })
  }
}
