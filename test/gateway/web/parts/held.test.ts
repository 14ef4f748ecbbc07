import { describe, expect, test } from 'vitest'
import {
  type Held,
  holding,
  keeping,
  refused,
  sending,
  storing,
  taking,
  typing,
} from '../../../../gateway/web/parts/held/held.ts'

/** A field with the text `stored` into which somebody types `mine`. */
const typed = (mine: string, stored = 'Old'): Held<string> => typing(holding(stored), mine)

describe('a text that a person edits while others save', () => {
  test('follows what others save until the person changes it', () => {
    expect(storing(holding('Old'), 'New')).toEqual(holding('New'))
  })

  test('stays when another text is saved, and the person chooses', () => {
    const held = storing(typed('Mine'), 'Theirs')
    expect(held).toMatchObject({ mine: 'Mine', stored: 'Theirs', other: 'Theirs' })
    expect(taking(held)).toEqual(holding('Theirs'))
    expect(keeping(held)).toEqual({ mine: 'Mine', stored: 'Theirs' })
    expect(storing(held, 'Theirs again').other).toBe('Theirs again')
  })

  test('needs no choice when both texts are saved alike', () => {
    expect(storing(typed('Same '), 'Same').other).toBeUndefined()
    expect(typing(storing(typed('Mine'), 'Theirs'), 'Theirs').other).toBeUndefined()
  })

  test('does not mistake the own text for another one', () => {
    const sent = sending(typed('Mine'), 'Mine')
    expect(storing(sent, 'Mine')).toMatchObject({ mine: 'Mine', stored: 'Mine', other: undefined })
    // Typed on while the server stored it.
    expect(storing(typing(sent, 'Mine too'), 'Mine')).toMatchObject({ mine: 'Mine too', other: undefined })
    // The server writes it differently.
    const seven = storing(sending(typed('007', '5'), '007'), '7')
    expect([seven.mine, seven.other]).toEqual(['7', undefined])
  })

  test('that replaced another one unseen shows that one', () => {
    const held = storing(storing(sending(typed('Mine'), 'Mine'), 'Theirs'), 'Mine')
    expect(held).toMatchObject({ mine: 'Mine', stored: 'Mine', other: 'Theirs' })
  })

  test('that was refused stays when another text is saved', () => {
    const held = storing(refused(sending(typed('Refused'), 'Refused')), 'Theirs')
    expect(held).toMatchObject({ mine: 'Refused', other: 'Theirs' })
  })
})
