import { expect, test } from 'vitest'
import { type Activity, shortened, slowness } from '../../../../gateway/ops/incidents/postgres-slowness.ts'

const activity: Activity = {
  ...{ running: 6, computing: 1, wait: 'IO DataFileRead' },
  ...{ pid: 4711, role: 'yorick', application: 'psql', address: '10.0.0.7', seconds: 93.4 },
  query: "SELECT *\n FROM message -- all\n WHERE content = 'a secret ''of'' hamlet' AND id > 7",
}
const slow = {
  ...{ tookMs: 3_000, ownMs: 2_900, late: 0, activity, from: 'a.example', to: 'db.example:5432' },
  load: { wanted: 14.21, processors: 2 },
}

test('the longest statement, who runs it and from where, and what most wait for', () => {
  expect(slowness(slow)).toBe(
    "an answer took 3.0 s; 6 statements run, and most of them wait for IO DataFileRead; the longest runs for 93 s: process 4711 of yorick (psql, 10.0.0.7): SELECT * FROM message WHERE content = '…' AND id > 7",
  )
  expect(slowness({ ...slow, activity: { ...activity, computing: 4 } })).toContain(
    '6 statements run, and 4 of them use the processor',
  )
})

test('an answer that was late, though Postgres was quick', () => {
  expect(slowness({ ...slow, ownMs: 4 })).toBe(
    'an answer took 3.0 s, of which Postgres needed 4 ms; measured on a.example, with Postgres on db.example:5432; the load of a.example is 14.2 on 2 processors',
  )
  // Its statements are slow, though the question was not.
  expect(slowness({ ...slow, tookMs: 20, ownMs: 4, late: 3 })).toMatch(
    /^3 statements of Loquat take long; 6 statements run, .* process 4711 /,
  )
})

test('nothing else is known', () => {
  const alone = { ...activity, running: 0, pid: null }
  expect(slowness({ ...slow, activity: alone })).toBe('an answer took 3.0 s')
  expect(slowness({ ...slow, activity: undefined })).toBe('an answer took 3.0 s')
})

test('a statement is shown without its literals, and cut', () => {
  expect(shortened("SELECT 'x''y', 1")).toBe("SELECT '…', 1")
  expect(shortened("SELECT 'cut in the mid")).toBe("SELECT '…'")
  expect(shortened('DO $$ a secret $$')).toBe("DO '…'")
  expect(shortened('DO $x$ a $$ secret')).toBe("DO '…'")
  expect(shortened(`SELECT ${'a, '.repeat(100)}`).length).toBeLessThan(75)
})
