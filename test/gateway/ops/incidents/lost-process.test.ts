import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { SilentProcess } from '../../../../core/platform/processes/report.ts'
import { supervisorOf } from '../../../../core/platform/processes/supervisor.ts'
import { lossOf } from '../../../../gateway/ops/incidents/lost-process.ts'
import { endIn, howItEnded } from '../../../../gateway/ops/incidents/unit-end.ts'

const AT = Date.UTC(2026, 4, 14, 10, 20)

async function numberOfEndedProcess(): Promise<number> {
  const child = spawn('true')
  await once(child, 'exit')
  return child.pid!
}

const silent = async (supervisor?: string): Promise<SilentProcess> => ({
  ...{ id: 'x', kind: 'gateway', host: hostname(), pid: await numberOfEndedProcess() },
  ...{ lastAt: AT, startedAt: AT - 12 * 60_000, memoryBytes: 300 * 1024 * 1024 },
  ...(supervisor !== undefined && { supervisor }),
})

test.each([
  ['none', 'nothing starts it again, because it had no supervisor'],
  ['npm start', 'npm start starts it again'],
  ['container', 'its container ended with it'],
  [undefined, 'what started it may start it again'],
])('a process that ended: who starts it again (%s), and its last figures', async (supervisor, who) => {
  expect(lossOf(await silent(supervisor), [])).toEqual({
    isOver: false,
    isHanging: false,
    reason: `it does not exist any more; ${who}; last report at 10:20:00 UTC: it had run for 12 min and used 300 MiB`,
  })
})

test('a process of a unit that ended: the unit, and how systemd says it ended', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'loquat-systemctl-'))
  const properties =
    'ActiveState=failed\nSubState=failed\nResult=signal\nExecMainCode=2\nExecMainStatus=9\nNRestarts=4\n'
  await writeFile(join(folder, 'systemctl'), `#!/bin/sh\nprintf '%s' '${properties}'\n`)
  await chmod(join(folder, 'systemctl'), 0o755)
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`)
  try {
    const unit = 'loquat-gateway@9991.service'
    await vi.waitFor(() =>
      expect(howItEnded(unit)).toBe('failed, failed; signal 9, result signal; 4 restarts'),
    )
    const { reason } = lossOf(await silent(unit), [])
    expect(reason).toContain(
      `systemd keeps it as ${unit} (failed, failed; signal 9, result signal; 4 restarts)`,
    )
  } finally {
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true })
  }
})

test('a unit that runs has no end', () => {
  expect(endIn('ActiveState=active\nSubState=running\nExecMainCode=0\nNRestarts=1\n')).toBe(undefined)
  expect(endIn('')).toBe(undefined)
  expect(
    endIn(
      'ActiveState=activating\nSubState=auto-restart\nResult=exit-code\nExecMainCode=1\nExecMainStatus=70\nNRestarts=2',
    ),
  ).toBe('activating, auto-restart; exit code 70, result exit-code; 2 restarts')
})

test.each([
  [{ LOQUAT_SUPERVISED: '1' }, '', false, 5, 'npm start'],
  [
    { INVOCATION_ID: 'x' },
    '0::/system.slice/system-loquat.slice/loquat-gateway@1.service\n',
    false,
    5,
    'loquat-gateway@1.service',
  ],
  [{ INVOCATION_ID: 'x' }, '0::/system.slice/chat.service/inner\n', false, 5, 'chat.service'],
  [{}, '0::/user.slice/user-0.slice/session-1.scope\n', false, 5, 'none'],
  [{}, '0::/system.slice/ssh.service\n', false, 5, 'none'],
  [{ KUBERNETES_SERVICE_HOST: '10.0.0.1' }, '0::/\n', false, 5, 'container'],
  [{}, '0::/\n', true, 1, 'container'],
  [{}, '0::/\n', true, 5, 'none'],
])('the supervisor of a process with %j in %j is known', (env, groups, isInContainer, ppid, expected) => {
  expect(
    supervisorOf(
      env,
      () => groups,
      () => isInContainer,
      { pid: 77, ppid },
    ),
  ).toBe(expected)
  const unreadable = () => {
    throw new Error('no such file')
  }
  expect(typeof supervisorOf(env, unreadable, () => false, { pid: 77, ppid })).toBe('string')
})
