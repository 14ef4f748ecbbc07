import { describe, expect, test } from 'vitest'
import { codeBlock, inlineCode } from '../../../../../core/transfer/imports/from/marks/code-marks.ts'
import { joinBlocks } from '../../../../../core/transfer/imports/from/marks/join-blocks.ts'
import * as mattermost from '../../../../../core/transfer/imports/from/mattermost/markdown.ts'
import { Report } from '../../../../../core/transfer/imports/from/reading/report.ts'
import * as rocketChat from '../../../../../core/transfer/imports/from/rocketchat/markdown.ts'

const names = {
  person: (username: string) => (username === 'ana.b' ? '@**Ana|7**' : undefined),
  channel: (name: string) => (name === 'divers' ? '#**Divers**' : undefined),
  message: (id: string) => (id === 'm1' ? 'https://here.test/near/9' : undefined),
  isCustomEmoji: (name: string) => name === 'reef',
}

describe('Mattermost', () => {
  test.each([
    ['@all @channel @here @ana.b. @nobody', '@**all** @**channel** @**all** @**Ana|7**. @nobody'],
    [
      '`@all` and\n```\n~divers :thumbsup:\n```\n~divers',
      '`@all` and\n```\n~divers :thumbsup:\n```\n#**Divers**',
    ],
    [':thumbsup::reef: x:thumbsup:', ':+1::reef: x:thumbsup:'],
    [
      '_a_ __b__ _**c**_ **_d_** snake_case_e \\_f\\_ `_g_`',
      '*a* **b** ***c*** ***d*** snake_case_e _f_ `_g_`',
    ],
    ['_größe_ über_x_', '*größe* über_x_'],
    [
      '![a](https://e.test/i.png) ![](https://e.test/j.png =10x20) ![x](https://e.test/k.png "k")',
      '[a](https://e.test/i.png) [https://e.test/j.png](https://e.test/j.png) [x](https://e.test/k.png)',
    ],
    [
      '<https://e.test/> https://e.test/_a_/:reef:/~divers',
      'https://e.test/ https://e.test/_a_/:reef:/~divers',
    ],
    ['_see https://e.test/a_b_ now', '*see https://e.test/a_b* now'],
    [`@ana.b${'-'.repeat(200)}`, `@**Ana|7**${'-'.repeat(200)}`],
  ])('%j', (given, expected) => {
    expect(mattermost.markdownOf(given, names)).toBe(expected)
  })

  test('cards keep their links and pictures', () => {
    const attachments = [
      {
        ...{
          author_name: 'CI',
          author_link: 'https://ci.test',
          title: 'Build [7]',
          title_link: 'https://b.test',
        },
        ...{
          text: 'green',
          image_url: 'https://i.test/1.png',
          thumb_url: 'https://i.test/2.png',
          footer: 'x',
        },
      },
      { title: 'no link' },
      { fallback: 'only this' },
      {},
    ]
    expect(mattermost.attachmentsOf({ attachments }, names, new Report(''))).toEqual([
      '> [CI](https://ci.test)\n> [Build  7 ](https://b.test)\n> green\n> https://i.test/1.png\n> https://i.test/2.png\n> x',
      '> no link',
      '> only this',
    ])
  })
})

describe('Rocket.Chat', () => {
  test.each([
    ['*a* _b_ ~c~ **d** __e__', '**a** *b* ~~c~~ **d** *e*'],
    ['https://e.test/_a_/*b*/:thumbsup:/', 'https://e.test/_a_/*b*/:thumbsup:/'],
    ['*https://e.test/a_b* <https://e.test|a [b]>', '**https://e.test/a_b** [a  b ](https://e.test)'],
    ['https://chat.test/channel/general?msg=m1', 'https://here.test/near/9'],
    ['https://chat.test/sub/group/x?layout=embedded&msg=m1', 'https://here.test/near/9'],
    ['https://chat.test/channel/general?msg=m2', 'https://chat.test/channel/general?msg=m2'],
    ['[ ](https://chat.test/channel/general?msg=m1) yes', 'yes'],
    ['@all @here @ana.b, #divers. #other', '@**all** @**all** @**Ana|7**, #**Divers**. #other'],
  ])('%j', (given, expected) => {
    expect(rocketChat.markdownOf(given, names)).toBe(expected)
  })
})

test('the parts of a message do not run into each other', () => {
  expect(joinBlocks(['a', '', 'b'])).toBe('a\nb')
  expect(joinBlocks(['> a', 'b'])).toBe('> a\n\nb')
  expect(joinBlocks(['x\n1. a', '> b', '> c'])).toBe('x\n1. a\n\n> b\n\n> c')
  expect(joinBlocks([])).toBe('')
})

test('code has longer marks than the backticks in it', () => {
  expect(inlineCode('a\n`b`\n \nc')).toBe('`a`\n`` `b` ``\n \n`c`')
  expect(codeBlock('x\n~~~\n`````')).toBe('``````\nx\n~~~\n`````\n``````')
  expect(codeBlock('x', 'quote')).toBe('```\nx\n```')
  expect(codeBlock(' \n ')).toBe('')
})
