import type { ReactNode } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { openBridge, type AppContext } from '../client/bridge.ts'
import { Client } from '../client/client.tsx'
import { createLiveStore } from '../client/live-store.ts'
import { keyFor, mayMove, strokeOf, type LetterKeys, type OwnKeys } from '../kit/keys.ts'
import { EVERYWHERE, PLACE_COMMANDS } from './app-commands.ts'
import type { Listed } from './command.ts'
import { Keyboard, listen } from './keyboard.tsx'
import { BINDINGS, choiceOf, conflictsOf, titleOf, withKey } from './keymap.ts'
import { bind, useKeys, type Bound, type Scope } from './scopes.ts'
import { pressAtFirstSight } from '../testing/first-key.ts'
import { openHost } from '../testing/host.ts'
import { ROW_COMMANDS } from './thread-commands.ts'

let end = (): void => undefined
afterEach(() => {
  end()
  document.body.replaceChildren()
})
/** Listens with these keys, and tells which commands ran and what the part with the focus heard itself. */
function at(own: OwnKeys, inside: 'list' | 'input' | 'menu' = 'list', letters: LetterKeys = 'on') {
  const did: string[] = []
  const heard: string[] = []
  const recorded = ({ id, title, keys }: Listed): Bound =>
    bind({ id, title, keys, run: () => did.push(id) }, () => undefined)
  const part: HTMLElement = document.createElement(inside === 'input' ? 'input' : 'div')
  part.setAttribute('role', { list: 'grid', menu: 'menu', input: 'textbox' }[inside])
  document.body.replaceChildren(part)
  const rows: Scope = { within: () => part, bounds: () => ROW_COMMANDS.map(recorded) }
  end = listen({
    app: {} as AppContext,
    letters,
    own,
    scopes: new Set([rows]),
    everywhere: [...EVERYWHERE, ...PLACE_COMMANDS].map(recorded),
  })
  part.addEventListener('keydown', (event: KeyboardEvent) =>
    heard.push(`${event.ctrlKey ? 'Ctrl ' : ''}${event.shiftKey ? 'Shift ' : ''}${event.key}`),
  )
  const press = (init: KeyboardEventInit): boolean =>
    part.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }))
  return { did, heard, press }
}
const binding = (builtIn: string) => BINDINGS.find((b) => b.builtIn === builtIn)!

describe('a key of one’s own', () => {
  it('runs the command it stands for, and the built-in one means nothing any more', () => {
    const { did, heard, press } = at({ B: 'D', 'Shift+P': 'Mod+Shift+U', A: null })
    press({ key: 'd' })
    press({ key: 'U', ctrlKey: true, shiftKey: true })
    press({ key: 'b' })
    press({ key: 'a' })
    press({ key: 'e' })
    expect(did).toEqual(['thread.beat', 'thread.pin', 'thread.edit'])
    expect(heard).toEqual(['b', 'a', 'e'])
  })
  it('may change places with another', () => {
    const { did, press } = at({ B: 'P', P: 'B' })
    press({ key: 'p' })
    press({ key: 'b' })
    expect(did).toEqual(['thread.beat', 'thread.pause'])
  })
  it('runs what the whole window does, by one stroke or two', () => {
    const { did, heard, press } = at({ 'Mod+N': 'Mod+Shift+N', 'G T': 'Y T', '?': 'F1', 'Mod+K': null })
    press({ key: 'N', ctrlKey: true, shiftKey: true })
    press({ key: 'y' })
    press({ key: 't' })
    press({ key: 'F1' })
    for (const gone of [
      { key: 'n', ctrlKey: true },
      { key: 'k', ctrlKey: true },
      { key: '?', shiftKey: true },
      { key: 'g' },
      { key: 't' },
    ])
      press(gone)
    expect(did).toEqual(['add', 'go.today', 'shortcuts', 'thread.terminal'])
    expect(heard).not.toContain('Ctrl Shift N')
  })
  it('may be two letters for what a part of the page does', () => {
    const { did, press } = at({ B: 'Y B' })
    press({ key: 'y' })
    press({ key: 'b' })
    press({ key: 'b' })
    expect(did).toEqual(['thread.beat'])
  })
  it('keeps the application’s menu from a stroke that was given up', () => {
    const { press } = at({ 'Mod+0': null })
    expect(press({ key: '0', code: 'Digit0', ctrlKey: true })).toBe(false)
  })
  it.each(['input', 'menu'] as const)('never acts while somebody types, as in a %s', (inside) => {
    const { did, heard, press } = at({ B: 'D', A: null, '?': 'H' }, inside)
    for (const key of ['d', 'a', 'h', 'b', 'e']) press({ key })
    expect([did, heard]).toEqual([[], ['d', 'a', 'h', 'b', 'e']])
  })
  it('with Ctrl acts in a text too, and leaves it the built-in stroke that was given up', () => {
    const { did, heard, press } = at({ 'Mod+[': 'Mod+Shift+L' }, 'input')
    press({ key: 'L', ctrlKey: true, shiftKey: true })
    press({ key: '[', ctrlKey: true })
    expect(did).toEqual(['back'])
    expect(heard).toEqual(['Ctrl ['])
  })
  it('is a letter like any other where letters are switched off', () => {
    const { did, heard, press } = at({ B: 'D' }, 'list', 'off')
    press({ key: 'd' })
    expect([did, heard]).toEqual([[], []])
  })
})

describe('choosing a key', () => {
  it.each([
    ['B', 'D', 'free'],
    ['B', 'B', 'same'],
    ['B', 'P', 'taken'],
    ['B', 'Mod+K', 'taken'],
    ['B', 'Enter', 'reserved'],
    ['B', 'Mod+Shift+ArrowUp', 'reserved'],
    ['B', 'Mod+C', 'reserved'],
    ['B', 'Mod+Q', 'reserved'],
    ['B', 'G', 'begins'],
    ['Mod+N', 'B X', 'begins'],
    ['Mod+N', 'G N', 'free'],
  ])('%s by %s: %s', (builtIn, wanted, kind) => expect(choiceOf({}, builtIn, wanted).kind).toBe(kind))
  it('names who has it, in every place', () => {
    const taken = choiceOf({}, 'X', 'E')
    expect(taken.kind === 'taken' && titleOf(taken.by)).toContain('Edit HEARTBEAT.md')
    expect(choiceOf({ P: 'D' }, 'B', 'P').kind).toBe('free')
  })
  it('takes the key from whoever had it, and gives the built-in one back', () => {
    const own = withKey({}, 'B', 'P')
    expect(own).toEqual({ B: 'P', P: null })
    expect([keyFor(own, 'B'), keyFor(own, 'P'), keyFor(own, 'A')]).toEqual(['P', null, 'A'])
    expect(withKey(own, 'P', 'P')).toEqual({ B: null })
    expect(withKey(withKey(own, 'B', 'B'), 'P', 'P')).toEqual({})
  })
  it('tells of strokes that a hand in the file gave twice', () => {
    expect([...conflictsOf({}).keys()]).toEqual([])
    const conflicts = conflictsOf({ B: 'P' })
    expect([...conflicts.keys()].sort()).toEqual(['B', 'P'])
    expect(conflicts.get('B')).toEqual([binding('P')])
  })
  it('leaves keys of text, of walking and of sending alone', () => {
    expect(
      ['Enter', 'Mod+S', 'Mod+A', 'Mod+Enter', '← →', 'Alt+↑', 'Home', 'Shift+Enter'].filter(mayMove),
    ).toEqual([])
    expect(
      ['B', 'Shift+B', '?', '/', '.', 'G T', 'Mod+K', 'Mod+Plus', 'Mod+Shift+B', 'Alt+1'].filter(
        (k) => !mayMove(k),
      ),
    ).toEqual([])
  })
  it.each([
    [{ key: 'b' }, 'B'],
    [{ key: 'B', shiftKey: true }, 'Shift+B'],
    [{ key: '?', shiftKey: true }, '?'],
    [{ key: '+', ctrlKey: true, shiftKey: true }, 'Mod+Plus'],
    [{ key: 'л', code: 'KeyK', ctrlKey: true }, 'Mod+K'],
    [{ key: 'Shift', shiftKey: true }, null],
    [{ key: 'F5' }, 'F5'],
    [{ key: '1', code: 'Digit1', altKey: true }, 'Alt+1'],
    [{ key: ' ' }, 'Space'],
    [{ key: 'ö' }, null],
  ])('%o is written %s', (init, keys) => expect(strokeOf(new KeyboardEvent('keydown', init))).toBe(keys))
})

it('a key of a page is heard as soon as there is something to see', async () => {
  let pressed = 0
  const count = bind({ id: 'count', title: 'Count', keys: ['E'], run: () => pressed++ }, () => undefined)
  const Page = (): ReactNode => {
    useKeys([count])
    return <h1>Page</h1>
  }
  const bridge = { ...openBridge((await openHost()).openPort), live: createLiveStore() }
  await pressAtFirstSight(
    <Client bridge={bridge}>
      <Keyboard>
        <Page />
      </Keyboard>
    </Client>,
    { key: 'e' },
  )
  expect(pressed).toBe(1)
})
