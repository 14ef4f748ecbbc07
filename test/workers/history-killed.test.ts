import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { core, world } from '../gateway/routes/stage.ts'
import { found, newest, send, setUpHistoryStage, start } from '../harness/history-stage.ts'
import { writeLargeZulipArchive } from '../harness/moving/large-zulip-archive.ts'
import { spawnQuickWorker } from '../harness/spawn-worker.ts'

setUpHistoryStage()

const MESSAGES = 3_000

test('workers that are killed while they check and import are continued by others, which leave nothing behind', async () => {
  const path = join(world.config.dataDir, 'large.tar.gz')
  await writeLargeZulipArchive(path, MESSAGES)
  const one = await found()
  expect((await send(one.client, await readFile(path))).status).toBe(200)
  const [{ id }] = [await newest(one.client)]
  const statusOf = async () => {
    const [row] = await world.sql<{ status: string; phase: string; attempt: number; failure: string | null }>(
      'SELECT status, phase, attempt, failure FROM history_import WHERE id = $1',
      [id],
    )
    return row!
  }
  /** Lets workers work until the status is reached, and kills the first ones after some time at it. */
  const reach = async (status: string, killAfterMs: readonly number[]) => {
    for (const ms of killAfterMs) {
      const before = (await statusOf()).attempt
      const worker = await spawnQuickWorker(world)
      await expect.poll(async () => (await statusOf()).attempt, { timeout: 60_000 }).toBeGreaterThan(before)
      await sleep(ms)
      worker.kill('SIGKILL')
      await worker.exited
      if ((await statusOf()).status === status) return
    }
    const worker = await spawnQuickWorker(world)
    await expect.poll(async () => (await statusOf()).status, { timeout: 120_000 }).toBe(status)
    worker.kill('SIGKILL')
    await worker.exited
  }
  await reach('checked', [200])
  await one.client.ok(start(one.client))
  await reach('done', [300, 900])
  expect((await statusOf()).failure).toBeNull()
  const realm = (await core.realms.byHost(`${one.subdomain}.localhost`))!
  // The worker that finished may have told the owner that the history is there.
  const [count] = await world.sql(
    "SELECT count(*)::int AS n FROM message WHERE realm_id = $1 AND content NOT LIKE '%(/#organization/bring-history)%'",
    [realm.id],
  )
  expect(count).toEqual({ n: MESSAGES })
  expect(await world.sql('SELECT FROM realm_import')).toEqual([])
}, 400_000)
