import { describe, expect, it } from 'vitest'

// The window's types know no node; only this test reads a file.
const fs = (await import(['node', 'fs'].join(':'))) as {
  readFileSync(path: URL, encoding: 'utf8'): string
  readdirSync(path: URL, options: { recursive: true }): string[]
}
const css = fs.readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

type Pair = readonly [light: string, dark: string]
const tokensIn = (text: string): Map<string, Pair> =>
  new Map(
    [...text.matchAll(/--([\w-]+): light-dark\((#[0-9A-F]{6}), (#[0-9A-F]{6})\)/gi)].map(
      ([, name = '', light = '', dark = '']) => [name, [light, dark]],
    ),
  )
/** The lines of one block, as they overrule those before it. */
const blockOf = (selector: string): string => css.slice(css.indexOf(`\n${selector} {`)).split('\n}')[0] ?? ''
const usual = tokensIn(blockOf(':root'))
const more = tokensIn(blockOf(":root[data-contrast='more']"))

const THEMES = {
  light: { of: usual, dark: false },
  dark: { of: usual, dark: true },
  'light, more contrast': { of: new Map([...usual, ...more]), dark: false },
  'dark, more contrast': { of: new Map([...usual, ...more]), dark: true },
} as const
type Theme = keyof typeof THEMES

const luminance = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((i) => parseInt(hex.slice(i, i + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
function contrast(fore: string, back: string, theme: Theme): number {
  const { of, dark } = THEMES[theme]
  const [a = 0, b = 0] = [fore, back].map((name) => {
    const pair = of.get(name)
    if (pair === undefined) throw new Error(`no token --${name}`)
    return luminance(pair[dark ? 1 : 0])
  })
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

const GROUNDS = ['surface', 'canvas', 'sunken', 'hover'] as const
const TONES = ['quiet', 'alert', 'urgent', 'broken', 'neutral', 'accent'] as const
const TEXT: [string, string][] = [
  ...['text', 'text-2', 'text-3'].flatMap((t) => GROUNDS.map((ground): [string, string] => [t, ground])),
  ...TONES.flatMap((tone): [string, string][] => [
    [tone, 'surface'],
    [tone, 'canvas'],
    [tone, `${tone}-tint`],
  ]),
  ...TONES.map((tone): [string, string] => ['text-2', `${tone}-tint`]),
  ['text-3', 'neutral-tint'],
  ['text', 'accent-tint'],
  ['accent', 'hover'],
  ['urgent', 'hover'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-alert', 'alert-fill'],
  ['on-urgent', 'urgent-solid'],
  ['on-inverse', 'inverse'],
]
const SHAPES: [string, string][] = [
  ...[
    'quiet-fill',
    'alert-edge',
    'urgent-fill',
    'broken-fill',
    'neutral-fill',
    'accent',
    'border-strong',
  ].flatMap((shape): [string, string][] => [
    [shape, 'surface'],
    [shape, 'canvas'],
    [shape, 'hover'],
  ]),
]

describe.each(Object.keys(THEMES) as Theme[])('the %s tokens', (theme) => {
  const isMore = theme.endsWith('contrast')
  it.each(TEXT)('let %s be read on %s', (fore, back) =>
    expect(contrast(fore, back, theme)).toBeGreaterThanOrEqual(isMore ? 7 : 4.5),
  )
  it.each(SHAPES)('let %s be seen on %s', (fore, back) =>
    expect(contrast(fore, back, theme)).toBeGreaterThanOrEqual(isMore ? 4.5 : 3),
  )
})

it('no text is paler than its token: what is half seen through is a shape, or cannot be used', () => {
  const renderer = new URL('../', import.meta.url)
  const files = fs
    .readdirSync(renderer, { recursive: true })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.tsx') && !file.startsWith('testing/'))
  const thin = /(?<!disabled:|disabled]:)\bopacity-(?!0\b|100\b)\d/
  // the last is the cell of a paused thread's strip, which holds no text
  const shape = /fill-\[|bg-current|column === 'strip' && thread\.pause !== null \? 'opacity-60'/
  const found = files.flatMap((file) =>
    fs
      .readFileSync(new URL(file, renderer), 'utf8')
      .split('\n')
      .filter((line) => thin.test(line) && !shape.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(found).toEqual([])
})

it('more contrast is more, token by token', () => {
  const weaker = [...more.keys()]
    .filter((name) => /^(text|accent$|quiet$|alert$|urgent$|broken$|neutral$|border|tick)/.test(name))
    .filter((name) =>
      (['light, more contrast', 'dark, more contrast'] as const).some(
        (theme) =>
          contrast(name, 'surface', theme) <=
          contrast(name, 'surface', theme === 'light, more contrast' ? 'light' : 'dark'),
      ),
    )
  expect(weaker).toEqual([])
})

it('every colour has a name that the system’s own colours take over', () => {
  const forced = css.slice(css.indexOf('forced-colors'))
  expect([...usual.keys()].filter((name) => !forced.includes(`--${name}:`))).toEqual([])
})
