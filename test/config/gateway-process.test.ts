import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { GATEWAY_NODE_OPTIONS } from '../../config/gateway-process.ts'

test.each(['package.json', 'deploy/image/loquat', 'deploy/systemd/loquat-gateway@.service'])(
  '%s starts a gateway with the options of Node for gateways',
  async (path) => {
    const text = await readFile(new URL(`../../${path}`, import.meta.url), 'utf8')
    const starts = text.split('\n').filter((line) => line.includes('dist/gateway/main.js'))
    expect(starts.length).toBeGreaterThan(0)
    for (const line of starts)
      expect(line).toContain(` ${GATEWAY_NODE_OPTIONS.join(' ')} dist/gateway/main.js`)
  },
)
