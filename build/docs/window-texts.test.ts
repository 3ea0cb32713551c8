import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from '../checks/sources.ts'
import { root } from '../machine/machine.mjs'
import { textsOf, windowTexts, windowTextsPage } from './window-texts.ts'

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')

/** What nobody says aloud, or only who wrote the code knows. */
const NOT_SAID: readonly RegExp[] = [
  /closed at/i,
  /at your way|^your way/i,
  /last tick/i,
  /it was extra/i,
  /^as usual$/i,
  /single letters act/i,
  /^built in$/i,
  /key for everywhere/i,
  /threads defaults/i,
  /who works (it|the)|how you hear of it/i,
  /\bslots?\b/i,
  /\bgates?\b/i,
  /\bbeaten\b/i,
  /told along/i,
  /sign by sign/i,
  /as ever\b/i,
  /\b1 (threads|beats|commands|repositories|jobs|files|alerts|flags|runs)\b/i,
]
const isNotSaid = (text: string): boolean => NOT_SAID.some((words) => words.test(text))

describe('the texts of the window', () => {
  it('are listed in docs/texts.md as the code has them (npm run docs)', () => {
    expect(read('docs/texts.md')).toBe(windowTextsPage())
  })
  it('are what a person would say', () => {
    const texts = [...windowTexts()].flatMap(([room, all]) => all.map((text) => `${room}: ${text}`))
    expect(texts.length).toBeGreaterThan(3000)
    expect(texts.filter((text) => isNotSaid(text.slice(text.indexOf(': ') + 2)))).toEqual([])
  })
  it('are found in tables of words, with what is filled in left open', () => {
    const table = parse(
      'copy.ts',
      "import { a } from './a.ts'\nexport const A = { key: 'One text', more: (n: number) => `${plural(n, 'task')} of ` + `${n} wait`, 'not-a-text': 3 }",
    )
    expect(textsOf(table, true)).toEqual(['One text', '… of … wait', 'task'])
  })
  it('are found in what is drawn, and neither classes nor comparisons are taken for one', () => {
    const drawn = parse(
      'a.tsx',
      '<p className="flex gap-1" title="Its title">Some words {is === "key" ? "yes, it is" : null}<b aria-label={`for ${name} alone`} /></p>',
    )
    expect(textsOf(drawn, false)).toEqual(['Its title', 'Some words', 'yes, it is', 'for … alone'])
  })
})

it.each(['README.md', 'docs/commands.md', 'docs/settings.md'])(
  '%s says the same words as the window',
  (page) => {
    const sentences = read(page).split(/\n/)
    expect(
      sentences.filter((line) =>
        /closed at|last tick|told along|sign by sign|\bbeaten\b|as ever\b/i.test(line),
      ),
    ).toEqual([])
  },
)
