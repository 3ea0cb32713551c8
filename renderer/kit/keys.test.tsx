import { describe, expect, it } from 'vitest'
import { isStroke, isUnwantedLetter } from './keys.ts'

const press = (init: KeyboardEventInit, inside = 'div'): KeyboardEvent => {
  const [tag = 'div', role] = inside.split(':')
  const target = document.createElement(tag)
  if (role !== undefined) target.setAttribute('role', role)
  document.body.replaceChildren(target)
  let seen: KeyboardEvent | null = null
  target.addEventListener('keydown', (event) => (seen = event), { once: true })
  target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init }))
  if (seen === null) throw new Error('the key was not heard')
  return seen
}

describe('isStroke', () => {
  it.each([
    ['Mod+K', { key: 'k', ctrlKey: true }, true],
    ['Mod+K', { key: 'K', ctrlKey: true, shiftKey: true }, false],
    ['Mod+Shift+B', { key: 'B', ctrlKey: true, shiftKey: true }, true],
    ['Mod+K', { key: 'л', code: 'KeyK', ctrlKey: true }, true], // a Russian layout
    ['Mod+1', { key: '&', code: 'Digit1', ctrlKey: true }, true], // a French one
    ['Mod+1', { key: '1', code: 'Digit1', ctrlKey: true, altKey: true }, false],
    ['?', { key: '?', shiftKey: true }, true],
    ['?', { key: '?', ctrlKey: true }, false],
    ['Mod+Plus', { key: '+', ctrlKey: true, shiftKey: true }, true],
    ['Mod+=', { key: '=', ctrlKey: true }, true],
    ['Mod+-', { key: '-', ctrlKey: true }, true],
    ['Mod+0', { key: '0', code: 'Digit0', ctrlKey: true }, true],
    ['Mod+Shift+.', { key: '>', code: 'Period', ctrlKey: true, shiftKey: true }, true],
    ['Mod+Shift+.', { key: ':', code: 'Period', ctrlKey: true, shiftKey: true }, true], // a German layout
    ['Mod+Shift+.', { key: '.', code: 'Period', ctrlKey: true }, false],
    ['Alt+2', { key: '2', code: 'Digit2', altKey: true }, true],
    ['Alt+2', { key: '2', code: 'Digit2' }, false],
  ] as const)('%s by %o: %s', (keys, init, is) => expect(isStroke(press(init), keys)).toBe(is))
})

describe('a digit with Alt while somebody writes', () => {
  it.each([
    [
      'found by review: Option+5 writes "[" on a German Mac',
      { key: '[', code: 'Digit5', altKey: true },
      'input',
      false,
    ],
    ['and means the place of the key elsewhere', { key: '[', code: 'Digit5', altKey: true }, 'div', true],
    ['the digit itself is meant', { key: '5', code: 'Digit5', altKey: true }, 'input', true],
  ] as const)('%s', (_, init, inside, is) => expect(isStroke(press(init, inside), 'Alt+5')).toBe(is))
})

describe('single letters', () => {
  it.each([
    ['on', 'div', { key: 'b' }, false],
    ['off', 'div', { key: 'b' }, true],
    ['off', 'div:row', { key: '?' }, true],
    ['off', 'input', { key: 'b' }, false],
    ['off', 'div:menu', { key: 'b' }, false], // a menu is searched by typing
    ['off', 'div', { key: 'b', ctrlKey: true }, false],
    ['off', 'div', { key: 'Enter' }, false],
    ['off', 'div', { key: ' ' }, false],
    ['lists', 'div', { key: 'b' }, true],
    ['lists', 'div:grid', { key: 'b' }, false],
    ['lists', 'ul', { key: 'j' }, false],
  ] as const)('%s, in a %s, %o: kept from acting is %s', (wanted, inside, init, unwanted) =>
    expect(isUnwantedLetter(press(init, inside), wanted)).toBe(unwanted),
  )
})
