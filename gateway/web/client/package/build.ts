import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { apiRoutes } from '../../../routes/index.ts'
import type { Services } from '../../../services.ts'
import { declaredTypes } from './declared-types.ts'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const LIBRARY = join(ROOT, 'gateway/web/client')

/** Stands for the services of a gateway, which declarations receive and only handlers use. */
const noServices: unknown = new Proxy(() => undefined, {
  get: (_, key) => (key === Symbol.toPrimitive ? () => '' : noServices),
})

/** Every endpoint of the API, to be read, not called. */
export const declaredEndpoints = () => apiRoutes(noServices as Services)

/**
 * Writes the package of the library to `folder`, as it is published. Compiles a copy of the sources in which
 * `declared.ts` has all types written out, so the package compiles without the server.
 */
export async function buildPackage(folder: string): Promise<void> {
  const sources = join(folder, 'sources')
  await rm(folder, { recursive: true, force: true })
  await mkdir(sources, { recursive: true })
  const names = (await readdir(LIBRARY)).filter((name) => name.endsWith('.ts'))
  await Promise.all([
    ...names.map((name) => cp(join(LIBRARY, name), join(sources, name))),
    ...['package.json', 'README.md', 'examples'].map((name) =>
      cp(join(LIBRARY, name), join(folder, name), { recursive: true }),
    ),
    cp(join(ROOT, 'LICENSE'), join(folder, 'LICENSE')),
    cp(join(LIBRARY, 'package/tsconfig.published.json'), join(sources, 'tsconfig.json')),
  ])
  await writeFile(join(sources, 'declared.ts'), declaredTypes(declaredEndpoints()))
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
  await promisify(execFile)(process.execPath, [compiler, '-p', sources]).catch((error) => {
    throw new Error(`the client library does not compile alone:\n${error.stdout}`)
  })
  await rm(sources, { recursive: true })
  await Promise.all(names.map((name) => nameDeclarations(join(folder, name.replace(/\.ts$/, '.d.ts')))))
}

/** The compiler leaves `./api.ts` in declarations; the package has `./api.js`. */
async function nameDeclarations(path: string): Promise<void> {
  const text = await readFile(path, 'utf8')
  await writeFile(path, text.replace(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPackage(join(ROOT, 'dist/client'))
