import type { Report } from './report.ts'
import type { Suite } from './suites.ts'
import { tableText } from './table.ts'

const INTRO = `# Benchmarks

What Threadbeat costs beside others that do the same, or beside the least that could do it. Written by
\`npm run bench -- --write\`; each section by its suite, on the machine that it names.

Only ratios count: ours divided by theirs, both measured in the same run on the same machine, in turns, so that what
slows one slows the other. Below 1 ours is the faster one. Each ratio is the median of the ratios of all pairs;
beside it stands where the median of another run as long as this one lies in 98 of 100, by the order of the values
alone, and – where there are too few pairs to say so.
`

const opening = (name: string): string => `<!-- bench: ${name} -->`
const closing = (name: string): string => `<!-- /bench: ${name} -->`

/** What a suite brings for the page. `machine`: on what it ran. null: it was not run, and `why` says so. */
export interface Measured {
  readonly suite: Suite
  readonly report: Report
  readonly machine: string
}
export interface NotRun {
  readonly suite: Suite
  readonly why: string
}

function sectionOf({ suite, report, machine }: Measured): string {
  const { rows, notes = [], bad } = report
  const held = bad.length === 0 ? [] : [`**Not as it should be:** ${bad.join('; ')}.`]
  return [`## ${suite.name}`, suite.how, tableText(rows), ...notes, ...held, `Measured on ${machine}.`].join(
    '\n\n',
  )
}

/**
 * The page with these sections in place of those of the same suites; the others stay as `before` has them. A suite that
 * could not be run is named only where the page has nothing of it. `before` '': there is no page.
 */
export function pageWith(
  before: string,
  suites: readonly Suite[],
  measured: readonly Measured[],
  notRun: readonly NotRun[],
): string {
  const kept = sectionsIn(before)
  const sections = suites.flatMap(({ name }) => {
    const fresh = measured.find(({ suite }) => suite.name === name)
    const hindered = notRun.find(({ suite }) => suite.name === name)
    const old = kept.get(name)
    if (fresh !== undefined) return [[name, sectionOf(fresh)] as const]
    if (old !== undefined) return [[name, old] as const]
    return hindered === undefined ? [] : [[name, `## ${name}\n\nNot run: ${hindered.why}.`] as const]
  })
  return [INTRO, ...sections.map(([name, text]) => `${opening(name)}\n${text}\n${closing(name)}\n`)].join(
    '\n',
  )
}

function sectionsIn(page: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', text = ''] of page.matchAll(
    /<!-- bench: (\S+) -->\n([^]*?)\n<!-- \/bench: \1 -->/g,
  ))
    found.set(name, text)
  return found
}
