import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'
import { publishBuild } from '../static/publish-build.ts'
import { appIcons } from './app-icons.ts'
import { firstChunks } from './first-chunks.ts'
import { firstScript } from './first-script.ts'
import { serviceWorkerFile } from './service-worker-file.ts'

/** The folder that gateways read. */
const folder = fileURLToPath(new URL('../../dist/gateway/web', import.meta.url))
const outDir = `${folder}-new`

/**
 * Moves the build to where gateways read it. `isCompressed`: before, it writes `.br` and `.gz` files beside
 * each text file, so that the gateway does not compress the client.
 */
const published = (isCompressed: boolean): Plugin => ({
  name: 'published',
  async writeBundle(_options, bundle) {
    const texts = Object.keys(bundle).filter(
      (name) => isCompressed && /\.(?:html|js|css|svg|json)$/.test(name),
    )
    await Promise.all(
      texts.map(async (name) => {
        const path = join(outDir, name)
        const bytes = await readFile(path)
        await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes))
        await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
      }),
    )
    publishBuild(outDir, folder, ['index.html', 'service-worker.js', '.vite/manifest.json'])
  },
})

const base = '/static/web/'

export default defineConfig(({ mode }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base,
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  build: {
    outDir,
    emptyOutDir: true,
    assetsDir: '',
    // The Content-Security-Policy allows no fonts from data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    sourcemap: false,
    manifest: true,
    rollupOptions: {
      output: { manualChunks: firstChunks() },
      input: [
        '../ops/browser/main.ts',
        'index.html',
        'store/requests/first-requests.ts',
        '../reference/browser/main.ts',
        '../reference/browser/theme.ts',
      ].map((path) => fileURLToPath(new URL(path, import.meta.url))),
    },
  },
  plugins: [
    appIcons(),
    firstScript(base, 'first-requests'),
    serviceWorkerFile(base),
    published(mode === 'production'),
  ],
}))
