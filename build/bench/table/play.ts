import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { tell } from './report.ts'
import { line, type Figure, type Section } from '../light/figure.ts'

/**
 * Plays the sections that the arguments name, or all, each in an empty folder, and prints their figures. The process
 * exits 1 when one is above what it may be at most; a goal that is missed is only named.
 */
export async function play(sections: Readonly<Record<string, Section>>): Promise<void> {
  const asked = process.argv.slice(2)
  const unknown = asked.filter((name) => !(name in sections))
  if (unknown.length > 0)
    throw new Error(`no section ${unknown.join(', ')}: ${Object.keys(sections).join(', ')}`)
  const all: Figure[] = []
  for (const [name, section] of Object.entries(sections)) {
    if (asked.length > 0 && !asked.includes(name)) continue
    const folder = mkdtempSync(path.join(tmpdir(), `threadbeat-${name}-`))
    try {
      const figures = await section(folder)
      for (const figure of figures) console.log(line(figure))
      all.push(...figures)
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  }
  const [missed, over] = [all.filter((f) => f.value > f.goal), all.filter((f) => f.value > f.most)]
  console.log(`${all.length} figures, ${missed.length} goals missed, ${over.length} more than they may be`)
  const rows = all.flatMap(({ name, ratios }) => {
    const [figure = name, against = ''] = name.split(' ÷ ')
    return ratios === undefined ? [] : [{ figure, against, ratios }]
  })
  tell({ rows, bad: over.map(({ name }) => `${name} is more than it may be`) })
  process.exitCode = over.length > 0 ? 1 : 0
}
