/**
 * The scripted agent of `npm run bench:unstuck`: a process for each seed, because starting one for each run would be
 * most of the time. All that it knows between two runs stands in its session file, which it reads anew for each. It
 * changes its family of moves only where its prompt asks for another approach, and obeys three facts of that prompt:
 * that it was asked, which commit is the best baseline, and which dead ends bind it. `binding`: families that one note is
 * enough to leave out, under the policy that it stands for.
 *   node agent.mjs FOLDER   reads {session, prompt} as a line of JSON for each run, prints {session} as one
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'

const [folder] = process.argv.slice(2)
const { landscape, seed, binding } = JSON.parse(readFileSync(path.join(folder, 'config.json'), 'utf8'))
const { families, direction, creep, meterEdits, runs } = landscape
const commits = path.join(folder, 'commits')
mkdirSync(commits, { recursive: true })
mkdirSync(path.join(folder, 'sessions'), { recursive: true })

const sessionOf = (name) => path.join(folder, 'sessions', `${name}.json`)
const better = (a, b) => (direction === 'lower' ? a < b : a > b)
const best = (a, b) => (better(a, b) ? a : b)

for await (const line of createInterface({ input: process.stdin })) {
  const { session, prompt } = JSON.parse(line)
  process.stdout.write(`${JSON.stringify({ session: work(session, prompt) })}\n`)
}

/** One run; returns the session in which it was made: a new one where the given one is not known. */
function work(given, prompt) {
  const made = readdirSync(commits).length
  const isKnown = given !== null && existsSync(sessionOf(given))
  const session = isKnown ? given : `s${readdirSync(path.join(folder, 'sessions')).length + 1}`
  const state = isKnown
    ? JSON.parse(readFileSync(sessionOf(session), 'utf8'))
    : { family: 0, next: 0, score: families[0].start }
  if (made < runs) move(state, prompt, made)
  writeFileSync(sessionOf(session), JSON.stringify(state))
  return session
}

function move(state, prompt, made) {
  const random = randomFrom(seed * 7919 + made)
  if (prompt.includes('## pivot')) change(state, prompt)
  const { wall, rate, jitter } = families[state.family]
  const least = Math.max(0, 1 - jitter * 10)
  const u = least + (1 - least) * random()
  state.score = best(state.score, wall + (state.score - wall) * (1 - rate * u))
  state.score *= direction === 'lower' ? 1 - creep : 1 + creep
  const isEdited = meterEdits !== null && random() < meterEdits.p
  writeFileSync(path.join(folder, 'meter'), isEdited ? `edited ${made}` : 'as it was')
  const id = (made + 1).toString(16).padStart(40, '0')
  writeFileSync(path.join(commits, id), JSON.stringify(state.score))
  writeFileSync(path.join(folder, 'head'), id)
}

/** The next family in the order of this seed, from its start or from the baseline, whichever is better. */
function change(state, prompt) {
  const order = shuffled(families.map((_, i) => i).slice(1), randomFrom(seed))
  const left = bindingIn(prompt)
  const open = order.filter((i) => !binding.includes(families[i].id) && !isNamed(families[i].id, left))
  if (open.length === 0) return
  state.family = open[state.next++ % open.length]
  state.score = families[state.family].start
  const [, commit] = /best baseline: .*?commit ([0-9a-f]{40})/.exec(prompt) ?? []
  if (commit !== undefined && existsSync(path.join(commits, commit)))
    state.score = best(JSON.parse(readFileSync(path.join(commits, commit), 'utf8')), state.score)
}

/** The lines of the prompt that name dead ends which hold. */
function bindingIn(prompt) {
  const lines = prompt.split('\n')
  const head = lines.findIndex((line) => line.startsWith('These hold for you'))
  if (head === -1) return []
  const after = lines.slice(head + 1)
  const end = after.findIndex((line) => !line.startsWith('> dead end '))
  return end === -1 ? after : after.slice(0, end)
}

function isNamed(family, lines) {
  return lines.some((line) => line.split(/[^\w-]+/).includes(family))
}

function shuffled(list, next) {
  for (let i = list.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1))
    ;[list[i], list[j]] = [list[j], list[i]]
  }
  return list
}

function randomFrom(of) {
  let at = of >>> 0
  return () => {
    at = (at + 0x6d2b79f5) >>> 0
    let t = at
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
