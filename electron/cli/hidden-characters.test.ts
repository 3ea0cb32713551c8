import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findHidden } from '../../shared/base/hidden-text.ts'
import { commandsAndHost } from './testing/host.ts'

const HIDDEN = 'x\u202Ey\u200Bz\u{E0041}w\u2066v'

const fleet = commandsAndHost('hidden-characters')
const { repos, agent, cli, json } = fleet

const HEARTBEAT = `# HEARTBEAT.md ${HIDDEN}

## Urgent Flags
- flag ${HIDDEN}

## Quick Tasks
- [ ] Look at Urgent Flags
- [ ] quick ${HIDDEN}
- [ ] Run \`echo ${HIDDEN}\`

## Hourly Tasks
- [ ] hourly ${HIDDEN}

## unknown ${HIDDEN}
- [ ] lost

## Work Queue
- [pending] id: one ${HIDDEN}

## Notes
notes ${HIDDEN}
`
/** Printed to both, with what a terminal obeys. */
const AGENT = `#!/bin/sh
cat > /dev/null
printf '%s \\033[31mred\\033[0m\\n' 'output ${HIDDEN}'
printf '%s\\n' 'error ${HIDDEN}' >&2
`

/** Of each command that was given, what it printed. */
const said = new Map<string, string>()
const say = async (...words: readonly string[]): Promise<void> => {
  const { out, err } = await cli(...words)
  said.set(words.join(' '), out + err)
}

/** A fleet of which every text that a command can print hides characters. */
beforeAll(async () => {
  await fleet.withFleet()
  for (const name of ['api', 'lab']) writeFileSync(path.join(repos, name, 'HEARTBEAT.md'), HEARTBEAT)
  writeFileSync(agent, AGENT, { mode: 0o755 })
  for (const words of [
    ['set', 'name', `lab ${HIDDEN}`, '-t', 'lab'],
    ['set', 'session', 'resume', '-t', '4'],
    ['tag', '4', `tag ${HIDDEN}`],
    ['event', '4', `event ${HIDDEN}`],
    ['send', '4', `message ${HIDDEN}`, '--wait'],
    ['beat', '4', '--wait'],
    ['beat', 'api', '--wait'],
    ['job', 'add', '4', `job ${HIDDEN}`, '--every', '6h', '--prompt', `prompt ${HIDDEN}`, '--yes'],
    ['job', 'add', '4', `told ${HIDDEN}`, '--every', '6h', '--event', `fact ${HIDDEN}`],
    ['pause', '3', '--reason', `reason ${HIDDEN}`],
  ])
    await say(...words)
})
afterAll(() => fleet.gone())

describe('a hidden character of a text from outside', () => {
  it('is printed by no command', async () => {
    const runs = (await json<{ run: string }[]>('log')).map(({ run }) => run)
    const prints = [
      ...['status', 'list', 'flags', 'next', 'log', 'inbox', 'queue', 'agents', 'spend', 'history'],
      ...['4', 'api'].flatMap((t) =>
        ['status', 'why', 'dry-run', 'timeline', 'talk', 'session', 'permissions', 'pages', 'approve'].map(
          (command) => `${command} ${t}`,
        ),
      ),
      'job list',
      'set -t 4',
      'set name -t 4',
      'webhook list',
      'hooks show api',
      ...runs.map((run) => `run ${run}`),
    ]
    for (const line of prints) {
      await say(...line.split(' '))
      await say(...line.split(' '), '--json')
    }
    for (const wrong of [['status', HIDDEN], [HIDDEN], ['set', HIDDEN, 'x'], ['run', `run_${HIDDEN}`]])
      await say(...wrong)
    const all = [...said.values()].join('\n')
    for (const what of [
      'flag',
      'quick',
      'hourly',
      'output',
      'error',
      'lab',
      'tag',
      'event',
      'message',
      'job',
      'prompt',
      'fact',
      'reason',
    ])
      expect(all, what).toContain(`${what} xyzwv`)
    expect(
      [...said].flatMap(([words, printed]) => {
        const hidden = findHidden(printed)
        return hidden === null
          ? []
          : [`${words}: ${hidden.name} in ${printed.slice(hidden.at - 40, hidden.at)}`]
      }),
    ).toEqual([])
  })
  it('is shown by its code where a person approves', async () => {
    expect((await cli('approve', 'api')).out).toContain(
      'arguments: ["echo","x<U+202E>y<U+200B>z<U+E0041>w<U+2066>v"]',
    )
  })
  it('is exact in JSON', async () => {
    expect((await json<{ name: string }[]>('list')).map(({ name }) => name)).toContain(`lab ${HIDDEN}`)
  })
})
