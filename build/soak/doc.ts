import { parse } from '../../shared/playbook/doc.ts'
import { brokenLaw, randomFrom, randomText } from '../../shared/playbook/testing/heartbeat-fuzz.ts'

/**
 * `npm run soak:doc [-- COUNT [SEED]]`: a million random HEARTBEAT.md through parser and edits, then 5 MB
 * of the worst shapes.
 */
const count = Number(process.argv[2] ?? 1_000_000)
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 31)
const random = randomFrom(seed)
const startedAt = performance.now()

let characters = 0
let broken = 0
for (let i = 0; i < count && broken < 5; i++) {
  const text = randomText(random)
  characters += text.length
  const law = brokenLaw(text, random)
  if (law === null) continue
  broken++
  console.error(`seed ${seed}, input ${i}: ${law}\n${JSON.stringify(text)}`)
}
console.log(
  `seed ${seed}: ${count} files, ${(characters / 1e6).toFixed(0)} MB, ${broken} broken, ` +
    `${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
)

let slow = 0
for (const piece of [
  '[',
  '`',
  '<!--',
  'a <!-- b\n',
  '`<!--` ',
  ' ',
  '\n',
  '\r',
  '\t',
  '- ',
  '> ',
  '#',
  '# a\n',
  '## Quick Tasks\n- a\n',
  '@09:00 ',
  '```\n',
  '~',
  'eyJ',
  'sk-',
  '(',
  '[x] ',
  '\u200d',
  '<<<<<<< \n',
]) {
  const quarter = bestOf(piece.repeat(Math.ceil(1_250_000 / piece.length)))
  const whole = bestOf(piece.repeat(Math.ceil(5_000_000 / piece.length)))
  const ratio = whole / quarter // linear work: 4, quadratic: 16
  if (ratio > 9) slow++
  console.log(
    `${JSON.stringify(piece).padEnd(28)} 5 MB in ${whole.toFixed(0).padStart(5)} ms, ` +
      `${ratio.toFixed(2)} times the quarter`,
  )
}
process.exitCode = broken + slow === 0 ? 0 : 1

function bestOf(text: string): number {
  let best = Infinity
  for (let i = 0; i < 3; i++) {
    const start = performance.now()
    parse(text)
    best = Math.min(best, performance.now() - start)
  }
  return best
}
