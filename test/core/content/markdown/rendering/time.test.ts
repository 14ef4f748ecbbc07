import { describe, expect, it } from 'vitest'
import { parseTime } from '../../../../../core/content/markdown/rendering/time.ts'
import { inParagraph } from '../realm.ts'

describe('a time', () => {
  it.each([
    ['1496701800', '2017-06-05T22:30:00Z'],
    ['1496701800.5', '2017-06-05T22:30:00Z'],
    ['0', '1970-01-01T00:00:00Z'],
    ['2017-06-05T22:30:00Z', '2017-06-05T22:30:00Z'],
    ['2017-06-05T22:30:00.123+02:00', '2017-06-05T20:30:00Z'],
    ['2017-06-05T22:30-0430', '2017-06-06T03:00:00Z'],
    ['2017-06-05 22:30', '2017-06-05T22:30:00Z'],
    ['2017-06-05', '2017-06-05T00:00:00Z'],
    ['20170605', '2017-06-05T00:00:00Z'],
    ['20170605T22:30', '2017-06-05T22:30:00Z'],
    ['6/5/2017 10pm', '2017-06-05T22:00:00Z'],
    ['25/6/2017', '2017-06-25T00:00:00Z'],
    ['2017/6/5', '2017-06-05T00:00:00Z'],
    ['Monday, 5 June 2017 at 12:05 AM', '2017-06-05T00:05:00Z'],
    ['June 5, 2017 12:05pm', '2017-06-05T12:05:00Z'],
    ['5th of June 17 3:00 PST', '2017-06-05T11:00:00Z'],
    ['Sept 1 2020 09:00 UTC+02', '2020-09-01T07:00:00Z'],
    ['Feb 3 7:00', '2021-02-03T07:00:00Z'],
    ['10:30', '2021-05-04T10:30:00Z'],
  ])('is made from %s', (written, expected) => {
    const time = parseTime(written, new Date('2021-05-04T03:02:01Z'))
    expect(time?.toISOString().replace(/\.\d+Z$/, 'Z')).toBe(expected)
  })

  /** Each form of a time of day, followed by each form of an offset. */
  const clocks = ['13:00', '13:00:00', '13:00:00.5', '1:00 pm', '1pm', '1 PM', '1:00PM']
  const offsets: [written: string, hours: number][] = [
    ...[
      ['-0500', -5],
      ['-05:00', -5],
      ['-05', -5],
      ['-5', -5],
      ['\u22125', -5],
      ['-500', -5],
      ['- 05:00', -5],
    ],
    ...[
      ['+0530', 5.5],
      ['+05:30', 5.5],
      ['+14', 14],
      ['-1200', -12],
      ['+0', 0],
      ['UTC-5', -5],
      ['UTC -5', -5],
    ],
    ...[
      ['UTC - 5', -5],
      ['GMT+3', 3],
      ['utc+05:30', 5.5],
      ['GMT-0330', -3.5],
      ['UTC', 0],
      ['EST', -5],
      ['Z', 0],
    ],
  ] as [string, number][]
  it.each(offsets)('has the offset %s after any time of day', (written, hours) => {
    const expected = Date.parse('2017-06-05T13:00:00Z') - hours * 3_600_000
    for (const clock of clocks) {
      for (const text of [
        `2017-06-05 ${clock} ${written}`,
        `2017-06-05 ${clock}${/^[a-z]/i.test(written) ? ' ' : ''}${written}`,
        `2017-06-05T${clock}  ${written}`,
        `June 5, 2017 at ${clock} ${written}`,
        `${clock} ${written}, 5 June 2017`,
      ]) {
        const time = parseTime(text)
        expect([text, time && Math.floor(time.getTime() / 1000)]).toEqual([text, expected / 1000])
      }
    }
  })

  it.each([
    '2017-06-05 13:00 +25',
    '2017-06-05 13:00 -9900',
    '2017-06-05 13:00 +05:75',
    '2017-06-05 13:00 +05:30:15',
    '2017-06-05 13:00 UTC5',
    '2017-06-05 13:00 UTC-5-5',
    '2017-06-05 13:00 EST-5',
    '2017-06-05 13:00 Z+3',
    '2017-06-05 13:00 -0500 PST',
    '2017-06-05 13:00 UTC EST',
    '2017-06-05 13:00 \u201305:00',
    '2017-06-05 1:00 pm -03:0',
    '2017-06-05 UTC-5',
    '0000-01-01',
    '0000-01-01 13:00',
    '00000101',
    '1/1/0000',
    'June 5 0000',
    '000-01-01',
    '0001-01-01T00:00+05:00',
  ])('is refused rather than read as another time: %s', (written) =>
    expect(parseTime(written)).toBeUndefined(),
  )

  it.each([
    ['13:00 - 5 June 2017', '2017-06-05T13:00:00.000Z'],
    ['13:00 -5 June 2017', '2017-06-05T13:00:00.000Z'],
    ['13:00 5-6-2017', '2017-05-06T13:00:00.000Z'],
    ['13:00 2017-06-05', '2017-06-05T13:00:00.000Z'],
    ['0017-06-05', '0017-06-05T00:00:00.000Z'],
    ['1/2/00', '2000-01-02T00:00:00.000Z'],
    ['1/2/70', '1970-01-02T00:00:00.000Z'],
  ])('%s is a date beside a time, or another year', (written, expected) =>
    expect(parseTime(written)?.toISOString()).toBe(expected),
  )

  it('without a date is today', () => {
    expect(parseTime('June', new Date(0))).toEqual(new Date('1970-06-01T00:00:00Z'))
  })

  it.each([
    ...['', ' ', 'now', '2017-13-05', '2017-02-30', '25:00', '10:60', 'June 5 2017 June', '13:00pm'],
    ...['1 2 3 4', '999999999999', '10:00 10:00', 'a5', 'June 5th 2017 UTC', '+02:00', 'noon'],
  ])('is not made from %j', (written) => {
    expect(parseTime(written)).toBeUndefined()
  })

  it('shows the text as it was written', () => {
    expect(inParagraph('**<time:2017-06-05T22:30:00+02:00>**')).toBe(
      '<strong><time datetime="2017-06-05T20:30:00Z">2017-06-05T22:30:00+02:00</time></strong>',
    )
  })

  it.each(['`<time:0>`', '<time:0', '<Time:0>', '<time 0>'])('is not made from %s', (content) =>
    expect(inParagraph(content)).not.toMatch(/<time|timestamp/),
  )
})
