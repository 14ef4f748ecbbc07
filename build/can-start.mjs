// Says in one line why `npm start` cannot work on this machine. It needs no package and runs on old versions
// of Node, so `node build/can-start.mjs` tells it before `npm ci`, and `npm start` before the build.
import { execFileSync } from 'node:child_process'
// As a whole: an import of a name that an old version lacks ends the script before it says anything.
import * as fs from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const LEAST_MIB = 100
const REDIS = ['redis-server', 'valkey-server']
/** Commands that install Redis. `config/embedded/redis-binary.ts` runs them where that needs no password. */
const INSTALLERS = {
  'apt-get': 'sudo apt-get install -y redis-server',
  dnf: 'sudo dnf install -y valkey',
  apk: 'sudo apk add redis',
  brew: 'brew install redis',
}

const root = dirname(dirname(fileURLToPath(import.meta.url)))

function fault() {
  return nodeFault() || redisFault() || diskFault()
}

function nodeFault() {
  const needed = JSON.parse(fs.readFileSync(join(root, 'package.json'), 'utf8')).engines.node.slice(2)
  const numbers = (version) => version.split('.').map(Number)
  const [major, minor] = numbers(process.versions.node)
  const [leastMajor, leastMinor] = numbers(needed)
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return ''
  return `Loquat needs Node ${needed} or newer, 22 or 24, and this is ${process.version}: install one from https://nodejs.org/en/download`
}

function redisFault() {
  if (process.env.REDIS_URL || REDIS.some(isOnPath)) return ''
  const manager = Object.keys(INSTALLERS).find(isOnPath)
  const command = INSTALLERS[manager]
  if (command === undefined) return 'Redis is missing: install Redis or Valkey, or set REDIS_URL'
  if (!command.startsWith('sudo ') || process.getuid() === 0 || isPasswordFree()) return ''
  return `Redis is missing, and installing it needs a password: enter ${command}, or set REDIS_URL`
}

function isPasswordFree() {
  try {
    execFileSync('sudo', ['-n', 'true'], { stdio: 'ignore' })
    return true
  } catch (_) {
    return false
  }
}

function diskFault() {
  const wanted = resolve(root, process.env.DATA_DIR || 'var')
  let folder = wanted
  while (!fs.existsSync(folder)) folder = dirname(folder)
  const { bavail, bsize } = fs.statfsSync(folder)
  const free = Math.floor((bavail * bsize) / 1024 / 1024)
  if (free >= LEAST_MIB) return ''
  return `The disk of ${wanted} has ${free} MiB free, and Loquat needs ${LEAST_MIB} MiB: make room, or set DATA_DIR to a folder on another disk`
}

function isOnPath(program) {
  return (process.env.PATH || '').split(delimiter).some((folder) => {
    try {
      fs.accessSync(join(folder, program), fs.constants.X_OK)
      return folder !== ''
    } catch (_) {
      return false
    }
  })
}

const found = fault()
if (found !== '') {
  process.stderr.write(`${found}\n`)
  process.exitCode = 1
}
