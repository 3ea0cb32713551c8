import { describe, expect, it } from 'vitest'
import { isCatalogue, unusedKeys } from './catalogue-keys.ts'
import { visibleTexts } from './visible-texts.ts'

// The window's types know no node; only this test reads files.
const fs = (await import(['node', 'fs'].join(':'))) as {
  readFileSync(path: URL, encoding: 'utf8'): string
  readdirSync(path: URL, options: { recursive: true }): string[]
}

const RENDERER = new URL('../', import.meta.url)
const SOURCES = fs
  .readdirSync(RENDERER, { recursive: true })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|(^|\/)testing\//.test(file))
  .map((file) => ({ file: `renderer/${file}`, text: fs.readFileSync(new URL(file, RENDERER), 'utf8') }))
const CATALOGUE = SOURCES.filter(({ file }) => isCatalogue(file))

describe('the catalogue of words', () => {
  it('holds every text of more than one word that the window shows', () => {
    const elsewhere = SOURCES.filter((source) => !CATALOGUE.includes(source))
    expect(elsewhere.length).toBeGreaterThan(150)
    expect(
      elsewhere.flatMap(({ file, text }) =>
        visibleTexts(file, text).map((found) => `${file}:${found.line} ${found.text}`),
      ),
    ).toEqual([])
  })

  it('holds no text that nothing shows', () => {
    expect(unusedKeys(CATALOGUE, SOURCES)).toEqual([])
  })

  it('stays in files that can be read', () => {
    expect(CATALOGUE.filter(({ text }) => text.split('\n').length > 250).map(({ file }) => file)).toEqual([])
  })
})

describe('a text outside the catalogue is found', () => {
  const found = (source: string, file = 'renderer/pages/a.tsx'): string[] =>
    visibleTexts(file, source).map(({ line, text }) => `${line} ${text}`)

  it.each([
    ['between tags', 'const a = <p>no runs</p>', '1 no runs'],
    [
      'on the line where it begins',
      'const a = (\n  <p>\n    Two\n    words {n} more\n  </p>\n)',
      '3 Two words',
    ],
    ['that would be class names elsewhere', 'const a = <p>flex grid</p>', '1 flex grid'],
    ['with a space that does not break', 'const a = <p>two&nbsp;words</p>', '1 two words'],
    ['as an attribute', 'const a = <p aria-label="No runs" />', '1 No runs'],
    ['in one of two cases', "const a = <p title={b ? 'No runs' : ''} />", '1 No runs'],
    ['with values', 'const a = <p title={`${n} runs of ${of}`} />', '1 … runs of …'],
    ['in a table of data', "const a = { late: 'too late' }", '1 too late'],
    ['as an argument', "plural(n, 'due time')", '1 due time'],
    ['with a hyphen in it', "const a = 'the sign-in command'", '1 the sign-in command'],
  ])('%s', (_, source, text) => {
    expect(found(source)).toEqual([text])
  })

  it.each([
    ['one word', 'const a = <p title="Runs">Run{n}</p>'],
    [
      'class names',
      "const a = <p className='flex grid' style={{ border: '1px solid var(--line)' }} />; const b = { " +
        "on: 'bg-accent text-on-accent', look: 'border grow' }",
    ],
    ['class names with values', 'const a = [`grid grid-cols-[1fr_80px] ${b}`, `h-8 ${c ? "truncate" : ""}`]'],
    [
      'addresses of elements',
      "event.target.closest('ul li'); matchMedia('(prefers-reduced-motion: reduce)'); const a = <p " +
        'aria-describedby={`${id} ${id}-help`} />',
    ],
    [
      'names in code',
      "type A = 'not saved'; if (kind === 'not saved') b({ 'two words': 1, kind: 'not saved' })",
    ],
    ['exceptions that are thrown', "throw new Error('No bridge here')"],
    ['imports', "import a from 'a b/c d'"],
    ['what a pattern is made of', 'const a = /two words/'],
  ])('but not %s', (_, source) => {
    expect(found(source)).toEqual([])
  })
})

describe('a text that nothing shows is found', () => {
  const catalogue = [
    {
      file: 'renderer/a/copy.ts',
      text: "export const A = { one: 'One', deep: { two: 'Two', three: (n: number) => `${n}` } } as const",
    },
  ]
  const unused = (text: string): string[] =>
    unusedKeys(catalogue, [{ file: 'renderer/b.ts', text: `import { A as B } from './a/copy.ts'\n${text}` }])

  it.each([
    ['asked for one by one', 'use(B.one, B.deep.two)', ['renderer/a/copy.ts: A.deep.three']],
    ['asked for by a computed key', 'use(B.deep[key])', ['renderer/a/copy.ts: A.one']],
    [
      'under another name',
      'const deep = B.deep\nuse(deep.two)',
      ['renderer/a/copy.ts: A.one', 'renderer/a/copy.ts: A.deep.three'],
    ],
    ['under a name that is exported', 'export const deep = B.deep', ['renderer/a/copy.ts: A.one']],
    [
      'above the line that names it',
      'const f = () => deep.two\nconst { deep } = B',
      ['renderer/a/copy.ts: A.one', 'renderer/a/copy.ts: A.deep.three'],
    ],
    [
      'taken apart',
      'const { two } = B.deep\nuse(two)',
      ['renderer/a/copy.ts: A.one', 'renderer/a/copy.ts: A.deep.three'],
    ],
    ['as a list', 'use(B.one.map(f), B.deep)', []],
    ['handed on whole', 'use(B)', []],
    [
      'not asked for at all',
      "use('one')",
      ['renderer/a/copy.ts: A.one', 'renderer/a/copy.ts: A.deep.two', 'renderer/a/copy.ts: A.deep.three'],
    ],
  ])('%s', (_, source, expected) => {
    expect(unused(source)).toEqual(expected)
  })
})
