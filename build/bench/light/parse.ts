import { Parser } from 'commonmark'
import { parseAnew } from '../../../shared/playbook/doc.ts'
import { inTurns, median, ratio, timed, type Section } from './figure.ts'

const LINE = '- [ ] Run `git status`; report uncommitted or untracked files\n'
const SIZES = [
  { name: '1 KB', bytes: 1000, times: 400, turns: 20 },
  { name: '1 MB', bytes: 1_000_000, times: 1, turns: 20 },
]

/** HEARTBEAT.md read anew, beside a well-known parser of Markdown. */
export const parse: Section = async () => {
  const peer = new Parser()
  const figures = []
  let msPerMb = 0
  for (const { name, bytes, times, turns } of SIZES) {
    const text = `# Heartbeat\n\n## Quick Tasks\n\n${LINE.repeat(Math.ceil(bytes / LINE.length))}`
    const repeat = (work: () => unknown) => () =>
      timed(() => {
        for (let i = 0; i < times; i++) work()
      })
    const taken = await inTurns(turns, {
      ours: repeat(() => parseAnew(text)),
      bare: repeat(() => peer.parse(text)),
    })
    msPerMb = median(taken.ours) / times / (text.length / 1e6)
    figures.push(ratio(`HEARTBEAT.md of ${name} ÷ commonmark.js`, taken, { goal: 0.1, most: 3 }))
  }
  return [
    ...figures,
    {
      name: 'HEARTBEAT.md of 1 MB, read anew',
      value: msPerMb,
      unit: 'ms/MB',
      goal: 10,
      most: 150,
      from: 'a file of task lines',
    },
  ]
}
