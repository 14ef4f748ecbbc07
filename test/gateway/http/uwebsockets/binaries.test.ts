import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'

/**
 * The files that a gateway may load, and their SHA-256. They come from packages without provenance, so
 * another version is never taken unseen: docs/packaging.md "The binary of uWebSockets.js" says how to look.
 */
const SEEN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'uWebSockets.js': {
    'ESM_wrapper.mjs': 'c2b37d7bc159b6aa498c0bc15bedb665393e3b939d3aa99ae094ede22047f0e8',
    'uws.js': '9d5cd758ff1ecd8e632f291a10c8a161a8d8010a73b69f6b6a0ec39ef04510d2',
    'uws_darwin_arm64_115.node': 'f6132ac4d0954ce32ed716d5b367270904c5885bc6e01dcc8ae5809a8967d504',
    'uws_darwin_arm64_127.node': '84ab0c487fbbb895afbfa24c7ac02db5922b2eb468b3a4663aaca52af29b420c',
    'uws_darwin_arm64_137.node': 'dd7623e7e600dcc1384c4a639ac05849f0c27125be8c431b702e0513e86613f0',
    'uws_darwin_x64_115.node': '7552dc27e278be4a5f9ca4f571676e9046929ef8753b1bb63b84f78e1a752a11',
    'uws_darwin_x64_127.node': '1bcd63a9cd5cda811d899b80f9b1f7c9f29d128feafebe6976069ab1045a0335',
    'uws_darwin_x64_137.node': '7df6e0b2be43048200370a64ee91d6563879f5d3b0207f846dc81377ffc4e189',
    'uws_linux_arm64_115.node': '034e0fcccdc08f90df3b130f421516311831b1352fe38eab91abc2984c2fdf3a',
    'uws_linux_arm64_127.node': 'a7d9bc3ec166421a49416d5ea4f49118ae68ea1dbf8a765c4f45a79b0b6adb13',
    'uws_linux_arm64_137.node': 'b6eb007d627e00bcce03ad38f197124e9027c03f6fe784b37f97b8a6ea709cb4',
    'uws_linux_arm_115.node': '4966e43e7620aba56bccfa54f784fd8a9e3816a19e561d211dc40ae9e9097e35',
    'uws_linux_x64_115.node': 'f4fa5d7b697529b45ac8aa3d57385d9af51bc1d2b26aa9f5b68ca4361542e665',
    'uws_linux_x64_127.node': '78e38a9a163b1cf33ce539619e5908111dea95a12e7943d95fbcdd524879caa8',
    'uws_linux_x64_137.node': '3b549c14e01d9d1faf234cdf4b6f0fb08158605e3692cd0eb1b905e327bd3449',
    'uws_win32_x64_115.node': '160eeb564c9e5887893f6b561fbcf39fecc6fbd6cacc86f461af67b3688d84fa',
    'uws_win32_x64_127.node': 'bf190a123983621f89f8ac667c354fd95f45b9b153095bdfe1167c50d1922746',
    'uws_win32_x64_137.node': 'ad2eff4924594a5dba3b451334f432bd526c33885960f8b68e85261b0ac4ff07',
  },
  '@uwsjs/linux-x64-20': {
    'index.js': '9e8c455f5b6fe80471b8d29b196f21ce1ebe8fd0384bba9604b6b0343c32374f',
    'uws.node': '4d482084b665c225892917ee0e9b9572d89eaa6f3dc200ff5e536293d3456c89',
  },
  '@uwsjs/linux-x64-22': {
    'index.js': '9e8c455f5b6fe80471b8d29b196f21ce1ebe8fd0384bba9604b6b0343c32374f',
    'uws.node': 'f687e7c3666b5cca9d355184bbf07bb0550f5ba0d3ffd453248ccfec552dde6c',
  },
  '@uwsjs/linux-x64-24': {
    'index.js': '9e8c455f5b6fe80471b8d29b196f21ce1ebe8fd0384bba9604b6b0343c32374f',
    'uws.node': '177efdc682425d754474bd30f9586c487fa6694f790f3406a23885d0e61c07a0',
  },
}

/** The packages in the lock file, with their versions and the hashes of their archives. */
const LOCKED: Readonly<Record<string, readonly [version: string, integrity: string]>> = {
  'uWebSockets.js': [
    '3.0.6',
    'sha512-0Nw22DDOd1YGnJ8/IHYVCDHZXAVqLnjBxktl2bSjcJRVcgasb2Zs8WCRhL41IydraLLq001c6ycHdIS+rEcAxw==',
  ],
  '@uwsjs/linux-x64-20': [
    '20.51.4',
    'sha512-4vARN+PdPWWY91ufCHeR0VPxT0SZw/eGDpGkG816v6pXIA66iW4xtFnmRuAxuAfZN1tcEM2LH9ydiijYubm+cQ==',
  ],
  '@uwsjs/linux-x64-22': [
    '20.51.4',
    'sha512-oGfpSkeEV/CCgJpmKNYV8uTvS1jk6TZw4cZ82eR1ZVk9jrJI2sL/wb/Vvw0tqx3GFsprNFLPwVXVS0BMdMyNwg==',
  ],
  '@uwsjs/linux-x64-24': [
    '20.69.0',
    'sha512-Kf7zx5WRXzyYOgLFJ8fpkfF/tes7Wo/CIPMJMaGnd/i+V8vuhsDKbgYjV/I5gky/eFF9+cprPteSmF59kTXOOg==',
  ],
}

/** The numbers that Node 20, 22 and 24 give to their binary interfaces. */
const INTERFACES = ['115', '127', '137']

const root = resolve(import.meta.dirname, '../../../..')
const read = (path: string) => readFileSync(join(root, path))
const hashOf = (path: string) => createHash('sha256').update(read(path)).digest('hex')
const run = promisify(execFile)

describe('the binaries of uWebSockets.js', () => {
  test('come from exact versions, whose archives are those that were looked at', () => {
    const { packages } = JSON.parse(read('package-lock.json').toString())
    const { dependencies, optionalDependencies } = JSON.parse(read('package.json').toString())
    const named = { ...dependencies, ...optionalDependencies }
    const found = Object.keys(named).filter((name) => /uws|uwebsockets/i.test(name))
    expect(found.sort()).toEqual(Object.keys(LOCKED).sort())
    for (const [name, [version, integrity]] of Object.entries(LOCKED)) {
      expect(named[name].split('@').at(-1), name).toBe(version)
      expect(packages[`node_modules/${name}`], name).toMatchObject({ version, integrity })
    }
  })

  test('are those that were looked at', () => {
    let checked = 0
    for (const [name, files] of Object.entries(SEEN)) {
      // Optional packages are there only where they fit; an image keeps only the binary of its system.
      const folder = `node_modules/${name}`
      for (const [file, hash] of Object.entries(files)) {
        if (!existsSync(join(root, folder, file))) continue
        expect(hashOf(`${folder}/${file}`), `${folder}/${file}`).toBe(hash)
        checked++
      }
      const binaries = existsSync(join(root, folder))
        ? readdirSync(join(root, folder)).filter((file) => file.endsWith('.node'))
        : []
      const loadable = binaries.filter(
        (file) => file === 'uws.node' || INTERFACES.some((number) => file.endsWith(`_${number}.node`)),
      )
      expect(
        loadable.filter((file) => files[file] === undefined),
        name,
      ).toEqual([])
    }
    expect(checked).toBeGreaterThan(2)
  })

  const load = (binary: string) =>
    run(
      process.execPath,
      [
        '--import',
        'tsx',
        '-e',
        "import('./gateway/http/uwebsockets/uws.ts').then(({ default: uws }) => console.log(typeof uws.App), (error) => console.log(error.message))",
      ],
      { cwd: root, env: { ...process.env, UWS_BINARY: binary } },
    )

  test('can be replaced by UWS_BINARY, which nothing takes the place of', async () => {
    const { platform, arch, versions } = process
    const other = `node_modules/uWebSockets.js/uws_${platform}_${arch}_${versions.modules}.node`
    if (existsSync(join(root, other)) && versions.modules === '115')
      expect((await load(other)).stdout.trim()).toBe('function')
    expect((await load('/nowhere/uws.node')).stdout).toMatch(
      /^UWS_BINARY: cannot load \/nowhere\/uws\.node: /,
    )
  })
})
