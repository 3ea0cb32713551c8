import { expect, it } from 'vitest'
import { approvalRepository } from '../testing/approval-repository.ts'

const { put, request, asksAgain } = approvalRepository()

it.each([
  ['cat ci/*.sh | sh', 'ci/a.sh'],
  ['tail -n +1 -q ci/*.sh | bash', 'ci/a.sh'],
  ['ls ci/*.sh | xargs -n1 sh', 'ci/a.sh'],
  ["printf '%s ' ci/* | xargs -n1 sh", 'ci/a'],
  ["git ls-files '*.sh' | xargs -n1 sh", 'ci/deep/a.sh'],
  ['{ cat ci/*.sh; } | sh', 'ci/a.sh'],
  ["bash -O globstar -c '. ci/**/x.sh'", 'ci/a/b/x.sh'],
  ["bash -O globstar -c '. ci/**'", 'ci/a/b/c/x'],
  ['find ci -exec sh {} +', 'ci/a/b/c/d/e.sh'],
  ["find ci tools -name '*.sh' -exec sh {} \\;", 'tools/b.sh'],
  ["find ./ci ./tools -type f -name '*.sh' -print0 | sort -z | xargs -0 -n1 bash", 'tools/a/b.sh'],
  ["find . -name '*.check' -exec sh {} +", 'a/b/c/d.check'],
  ["find . \\( -name '*.a' -o -name '*.b' \\) -exec sh {} +", 'a/x.b'],
  ["find -L ci ! -name '*.md' -exec sh {} +", 'ci/a'],
  ["for f in $(find ci tools -name '*.sh'); do sh $f; done", 'tools/a/b.sh'],
])(
  'found by an attack: `%s` asks again when %s changes, or another file comes that fits',
  async (command, changed) => void (await asksAgain(command, changed)),
)

it.each([
  ['ls src/*.txt | xargs wc -l', 'src/a.txt'],
  ['cat src/*.txt | wc -l', 'src/a.txt'],
  ["find . -name '*.sh' -exec sh {} +", 'HEARTBEAT.md'],
  ["find src -name '*.txt' | xargs grep x", 'src/a.txt'],
  ['find ci -exec sh {} +', 'ci/node_modules/a/b.sh'],
])('`%s` does not ask again when %s changes', async (command, changed) => {
  put({ [changed]: 'a\n' })
  const before = await request(command)
  put({ [changed]: 'b\n' })
  expect((await request(command)).hash).toBe(before.hash)
})

it('more folders than are looked through are said', async () => {
  put(Object.fromEntries(Array.from({ length: 1100 }, (_, n) => [`ci/d${n}/a.txt`, 'a'])))
  expect((await request("find ci -name '*.sh' -exec sh {} +")).limits.join(' ')).toMatch(
    /^More than is looked at/,
  )
})

it.each(['find '.repeat(100_000), `find ${'a '.repeat(200_000)}`, '. **/'.repeat(100_000)])(
  'found by an attack: patterns made to hold everybody up are looked through in bounded time (%#)',
  async (line) => {
    put({
      'run.sh': `${line}\n`,
      ...Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`d${n}/a`, ''])),
    })
    const started = process.cpuUsage()
    expect((await request('sh run.sh')).fileHash).not.toBe(null)
    const { user, system } = process.cpuUsage(started)
    expect((user + system) / 1e6).toBeLessThan(20)
  },
)
