import fc from 'fast-check'
import { expect, test } from 'vitest'
import { world } from '../../../../gateway/routes/stage.ts'
import { compareMessages } from '../../../../harness/moving/compare-zulip.ts'
import { compareRest } from '../../../../harness/moving/compare-zulip-rest.ts'
import { importFrom, setUpMovingStage, writeArchive } from '../../../../harness/moving/moving-stage.ts'
import { readZulipArchive } from '../../../../harness/moving/read-zulip.ts'
import { zulipArchive, zulipFiles } from '../../../../harness/moving/zulip-archive.ts'
import { checkProperty } from '../../../../harness/property.ts'

setUpMovingStage()

test('an imported organization is what its archive says, message by message', async () => {
  const cases = fc.record({
    seed: fc.nat(),
    perFile: fc.integer({ min: 1, max: 40 }),
    isShuffled: fc.boolean(),
  })
  await checkProperty(cases, 4, async ({ seed, perFile, isShuffled }) => {
    const archive = zulipArchive({ seed })
    const given = isShuffled ? { ...archive, messages: [...archive.messages].reverse() } : archive
    const moved = await importFrom(await writeArchive(zulipFiles(given, perFile)))
    const { compared, people } = await compareMessages(archive, { world, ...moved })
    expect(people).toBe(6)
    expect(compared).toBeGreaterThan(100)
    await compareRest(archive, { world, ...moved })
  })
})

/** An archive of a real server, which is not part of the repository. */
const REAL = process.env.LOQUAT_ZULIP_ARCHIVE

test.skipIf(REAL === undefined)('the archive at LOQUAT_ZULIP_ARCHIVE is imported whole', async () => {
  const archive = await readZulipArchive(REAL!)
  const moved = await importFrom(REAL!)
  const comparison = await compareMessages(archive, { world, ...moved })
  const rest = await compareRest(archive, { world, ...moved })
  expect(comparison.compared).toBeGreaterThan(0)
  process.stdout.write(`${JSON.stringify({ ...comparison, ...rest })}\n`)
})
