import { describe, expect, it } from 'vitest'

// The window's types know no node; only this test reads a file.
const fs = (await import(['node', 'fs'].join(':'))) as { readFileSync(path: URL, encoding: 'utf8'): string }
const css = fs.readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

const tokens = new Map([...css.matchAll(/--([\w-]+): light-dark\((#[0-9A-F]{6}), (#[0-9A-F]{6})\)/gi)].map(([, name, light, dark]) => [name ?? '', { light: light ?? '', dark: dark ?? '' }]))
type Theme = 'light' | 'dark'

const luminance = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
function contrast(fore: string, back: string, theme: Theme): number {
  const [a, b] = [fore, back].map((name) => luminance(tokens.get(name)?.[theme] ?? ''))
  return (Math.max(a ?? 0, b ?? 0) + 0.05) / (Math.min(a ?? 0, b ?? 0) + 0.05)
}

const TEXT: [string, string][] = [
  ...['text', 'text-2', 'text-3'].flatMap((t): [string, string][] => [[t, 'surface'], [t, 'canvas']]),
  ['text-2', 'sunken'], ['text', 'hover'], ['text-2', 'hover'], ['text-2', 'neutral-tint'], ['accent', 'surface'], ['accent', 'canvas'], ['accent', 'accent-tint'], ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'], ['quiet', 'quiet-tint'], ['on-alert', 'alert-fill'], ['alert', 'alert-tint'], ['alert', 'surface'], ['on-urgent', 'urgent-solid'], ['urgent', 'surface'],
  ['urgent', 'canvas'], ['broken', 'broken-tint'], ['on-inverse', 'inverse'], ['text-2', 'alert-tint'], ['text-2', 'broken-tint'],
]
const SHAPES: [string, string][] = [
  ['quiet-fill', 'surface'], ['alert-edge', 'surface'], ['urgent-fill', 'surface'], ['broken-fill', 'surface'], ['neutral-fill', 'surface'], ['accent', 'surface'], ['border-strong', 'surface'],
]

describe.each(['light', 'dark'] as const)('the %s tokens', (theme) => {
  it.each(TEXT)('let %s be read on %s', (fore, back) => expect(contrast(fore, back, theme)).toBeGreaterThanOrEqual(4.5))
  it.each(SHAPES)('let %s be seen on %s', (fore, back) => expect(contrast(fore, back, theme)).toBeGreaterThanOrEqual(3))
})
