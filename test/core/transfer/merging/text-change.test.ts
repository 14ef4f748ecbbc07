import { expect, test } from 'vitest'
import type { UserRecord } from '../../../../core/state/users/record.ts'
import { SPECTATOR } from '../../../../core/state/users/spectator.ts'
import { textChange } from '../../../../core/transfer/merging/text-change.ts'

const named = (id: number, fullName: string): UserRecord => ({
  ...SPECTATOR,
  id: id as UserRecord['id'],
  fullName,
})
const change = textChange(
  { from: named(5, 'Bob (old) $1'), into: named(3, 'Bob & $& "B"') },
  { id: 1, url: 'https://chat.example.com' },
)

test('mentions and addresses of the merged account become those of the other one', () => {
  for (const [before, after] of [
    ['@**Bob (old) $1|5** and @_**x|5**', '@**Bob & $& "B"|3** and @_**Bob & $& "B"|3**'],
    [
      '#narrow/dm/5,7-x https://chat.example.com/#narrow/sender/5',
      '#narrow/dm/3,7-x https://chat.example.com/#narrow/sender/3',
    ],
    ['[him](#user/5)', '[him](#user/3)'],
    ['https://elsewhere.example.com/#user/5', 'https://elsewhere.example.com/#user/5'],
    ['@**Bob|55** @**5** 5 |5', '@**Bob|55** @**5** 5 |5'],
  ])
    expect(change.markdown(before!)).toBe(after)
})

test('a name alone is changed when the HTML mentions the account', () => {
  const html = '<p><span class="user-mention" data-user-id="5">@Bob (old) $1</span></p>'
  expect(change.markdown('@**bob (OLD) $1**', html)).toBe('@**Bob & $& "B"|3**')
  expect(change.markdown('@**bob (OLD) $1**', '<p></p>')).toBe('@**bob (OLD) $1**')
  expect(change.html(html)).toBe(
    '<p><span class="user-mention" data-user-id="3">@Bob &amp; $&amp; "B"</span></p>',
  )
  expect(
    change.html('<span class="user-mention silent" data-user-id="5">Bob</span> <b data-user-id="55">'),
  ).toBe(
    '<span class="user-mention silent" data-user-id="3">Bob &amp; $&amp; "B"</span> <b data-user-id="55">',
  )
})
