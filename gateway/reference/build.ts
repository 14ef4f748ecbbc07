import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { publishBuild } from '../static/publish-build.ts'
import { declaredEndpoints } from './declared-endpoints.ts'
import { readGuides, readIntroduction } from './guides.ts'
import { type Assets, renderPage } from './layout.ts'
import { createReference } from './model.ts'
import { readRecordedExamples } from './openapi/recorded-examples.ts'
import { PAGE_LIST, PAGES, type PageFile, SEARCH_INDEX } from './page-files.ts'
import { allContents } from './pages.ts'
import { searchIndex } from './search-index.ts'

/**
 * Writes the pages of the reference, compressed, for the gateway. `npm run build` runs it after the scripts
 * are built.
 */
const root = new URL('../../../', import.meta.url)
const docs = new URL('docs/', root)
const published = fileURLToPath(PAGES).replace(/\/$/, '')
const building = `${published}-new`

interface ViteEntry {
  readonly file: string
  readonly css?: readonly string[]
}

/** The addresses of scripts and styles, from Vite's manifest. */
function readAssets(): Assets {
  const manifest = JSON.parse(
    readFileSync(new URL('../web/.vite/manifest.json', import.meta.url), 'utf8'),
  ) as Record<string, ViteEntry>
  const entry = (name: string): ViteEntry => {
    const found = Object.entries(manifest).find(([source]) => source.endsWith(`reference/browser/${name}.ts`))
    if (found === undefined) throw new Error(`Vite has not built ${name}.ts`)
    return found[1]
  }
  const address = (file: string): string => `/static/web/${file}`
  const main = entry('main')
  return {
    styles: (main.css ?? []).map(address),
    script: address(main.file),
    themeScript: address(entry('theme').file),
  }
}

/**
 * A running gateway reads pages when they are asked for. The hash in the name keeps it from reading files of
 * another build.
 */
function write(page: string, type: string, text: string): PageFile {
  const bytes = Buffer.from(text)
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  const file = `${page}.${hash}.${type}`
  const name = join(building, file)
  writeFileSync(name, bytes)
  // A quality that takes milliseconds: there are hundreds of pages, and each build makes them all.
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })
  writeFileSync(`${name}.br`, brotli)
  writeFileSync(`${name}.gz`, gzipSync(bytes))
  return { file, etag: `"${hash}"` }
}

const reference = createReference(declaredEndpoints(), readGuides(docs), readRecordedExamples())
const introduction = readIntroduction(docs)
const assets = readAssets()

rmSync(building, { recursive: true, force: true })
mkdirSync(building, { recursive: true })
const files: Record<string, PageFile> = {}
for (const content of allContents(introduction, reference)) {
  const name = content.page.replace(/^\/api\//, '').replaceAll('/', '.') || 'index'
  files[content.page] = write(name, 'html', renderPage(content, reference, assets))
}
files[SEARCH_INDEX] = write('search', 'json', JSON.stringify(searchIndex(introduction, reference)))
writeFileSync(join(building, PAGE_LIST), JSON.stringify(files))
publishBuild(building, published, [PAGE_LIST])
