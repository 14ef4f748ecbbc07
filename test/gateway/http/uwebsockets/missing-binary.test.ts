import { expect, test } from 'vitest'
import { explainMissingBinary, thisMachine } from '../../../../gateway/http/uwebsockets/missing-binary.ts'

const OLD_GLIBC = "Error: /lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.38' not found (required by …)"
const NO_FILE = "Error: Cannot find module './uws_linux_x64_131.node'"
const machine = { node: 24, platform: 'linux', arch: 'x64', glibc: '2.36' }

test.each([
  [
    OLD_GLIBC,
    machine,
    'Node 24 needs glibc 2.38 or newer, as in Debian 13 and Ubuntu 24.04, and this system has 2.36: use Node 22 here, or a newer system',
  ],
  [
    OLD_GLIBC,
    { ...machine, node: 22 },
    'Node 22 needs glibc 2.38 or newer, as in Debian 13 and Ubuntu 24.04, and this system has 2.36: install the optional packages too (npm ci), or use a newer system',
  ],
  [
    OLD_GLIBC,
    { ...machine, arch: 'arm64' },
    'Node 24 needs glibc 2.38 or newer, as in Debian 13 and Ubuntu 24.04, and this system has 2.36: use a newer system',
  ],
  [
    NO_FILE,
    { ...machine, node: 23 },
    'There is no binary of uWebSockets.js for Node 23 on linux-x64: use Node 22 or 24',
  ],
  [
    NO_FILE,
    { ...machine, glibc: undefined },
    'Loquat needs glibc, which this system does not have: use the container image, or a system such as Debian 13',
  ],
])('for %j on %j', (error, where, line) => {
  expect(explainMissingBinary(error, where)).toBe(line)
})

test('the version of glibc of this machine is known', () => {
  const { node, glibc } = thisMachine()
  expect(node).toBeGreaterThanOrEqual(20)
  if (process.platform === 'linux') expect(glibc).toMatch(/^\d+\.\d+$/)
})
