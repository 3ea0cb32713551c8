import { expect, it } from 'vitest'
import { SOURCES, isTest, read } from './sources.ts'

/** Where the runtime is asked for parts of a time, and where a field of the browser's stands behind ours. */
const ALLOWED = [
  'shared/base/time.ts',
  'shared/base/clock/time-text.ts',
  'renderer/kit/fields/time-field.tsx',
]

/** A text of a time that does not come from shared/base/clock, or a field that writes one by itself. */
const OWN_TEXTS = [
  /\.toLocale(Time|Date)String\(/,
  /\bDate\([^()]*\)\s*\.toLocaleString\(/,
  /\bDate\([^()]*\)\s*\.to(Date|Time|UTC|GMT)?String\(/,
  /new Intl\.DateTimeFormat\(/,
  /\bIntl\.DateTimeFormat\([^)]/,
  /type=["'](date|time|month|week|datetime-local)["']/,
]
const ownTexts = (text: string): readonly string[] =>
  text.split('\n').flatMap((line, i) => (OWN_TEXTS.some((own) => own.test(line)) ? [String(i + 1)] : []))

it('lets nobody but shared/base/clock make the text of a time', () => {
  const found = SOURCES.filter((file) => !isTest(file) && !ALLOWED.includes(file)).flatMap((file) =>
    ownTexts(read(file)).map((line) => `${file}:${line}`),
  )
  expect(found).toEqual([])
})

it('notices each way to make one, and not the question for the zone', () => {
  const ways = [
    'new Date(at).toLocaleTimeString()',
    'new Date(at).toLocaleString()',
    'new Date(at).toString()',
    "new Intl.DateTimeFormat('en-GB')",
    "Intl.DateTimeFormat('en-GB').format(at)",
    '<input type="datetime-local" />',
    'Intl.DateTimeFormat().resolvedOptions().timeZone',
    "n.toLocaleString('en-US')",
  ]
  expect(ownTexts(ways.join('\n'))).toEqual(['1', '2', '3', '4', '5', '6'])
})

/** A person's lines have no UTC with a Z: of ISO texts the command line makes only those of JSON. */
it('writes ISO times on the command line only for programs', () => {
  const lines = SOURCES.filter((file) => file.startsWith('electron/cli/') && !isTest(file)).flatMap((file) =>
    read(file)
      .split('\n')
      .filter((line) => line.includes('.toISOString()'))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(lines).toEqual([
    "electron/cli/events/inbox-drop.ts: const name = `event_${new Date(now).toISOString().replace(/[-:.]/g, '')}-${randomBytes(6).toString('hex')}`",
    'electron/cli/kit/text.ts: return at === null ? null : (new Date(at).toISOString() as IsoTime)',
  ])
})
