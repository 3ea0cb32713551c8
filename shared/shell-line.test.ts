import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gitWords, lineCommands, mayWrite } from './shell-line.ts'

const seed = Math.floor(performance.timeOrigin) % 1_000_000_007
console.log(`shell line seed: ${seed}`)
const wordsOf = (line: string): string[] => lineCommands(line).map((c) => c.words.join(' '))

describe('reading a command line', () => {
  it.each<readonly [string, readonly string[]]>([
    ['git status', ['git status']],
    [`/bin/bash -lc 'git status --short'`, ['git status --short']],
    [`bash -c "cd '/a b' && git status"`, ['git status']],
    ['cd /x/y && git fetch origin 2>&1 | tail -5', ['git fetch origin', 'tail -5']],
    ['FOO=1 BAR="a b" npm test', ['npm test']],
    ['timeout -k 5 60s npm test', ['npm test']],
    ['env -u X Y=1 nice -n 5 make', ['make']],
    ['/usr/bin/git status', ['git status']],
    ['bash ./check.sh --fast', ['./check.sh --fast']],
    ['git log --since="24 hours ago" --oneline', ['git log --since=24 hours ago --oneline']],
    ['if git diff --quiet; then echo clean; fi', ['git diff --quiet', 'echo clean']],
    ['for b in a b; do git log -1 "$b"; done', ['for b in a b', 'git log -1 $b']],
    ['echo "n: $(git status --short | wc -l)"', ['echo n: ', 'git status --short', 'wc -l']],
    ['echo `git fetch`', ['echo ', 'git fetch']],
    ['true || npm test; git status', ['true', 'git status']],
    ['git status > out.txt', ['git status']],
    ['git status &> /dev/null & wait', ['git status', 'wait']],
    [`cat <<'EOF' > note\ngit status\nEOF\ngit fetch`, ['cat', 'git fetch']],
    ['git status # npm test', ['git status']],
    ["echo 'git status; npm test'", ['echo git status; npm test']],
    ['wc -l < src/a.ts', ['wc -l']],
    ['(git status)', ['git status']],
    ['git \\\n  status', ['git status']],
    ['', []],
    ['cd somewhere', []],
    ["git log 'open", ['git log open']],
  ])('%s', (line, expected) => expect(wordsOf(line)).toEqual(expected))

  it('knows whose exit code it is', () => {
    expect(lineCommands('cd x && npm test').map((c) => c.alone)).toEqual([true])
    expect(lineCommands('npm test | tail').map((c) => c.alone)).toEqual([false, false])
  })

  it('leaves out what stands before the subcommand', () => {
    expect(gitWords(['git', '--no-pager', '-C', '/x', '-c', 'a=b', 'log', '-1'])).toEqual(['git', 'log', '-1'])
    expect(gitWords(['npm', '--silent', 'run', 'test'])).toEqual(['npm', '--silent', 'test'])
    expect(gitWords(['npm', '--prefix', 'web', 'run', 'build'])).toEqual(['npm', 'build'])
  })

  it('is total, and linear enough for hostile lines', () => {
    const piece = fc.constantFrom('"', "'", '`', '$(', ')', '(', '<<EOF\n', 'EOF\n', '||', '&&', ';', '>', '<', '2>&1', ' ', '\\', '\n', '#', 'git', 'bash -c ', 'a')
    fc.assert(fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => lineCommands(pieces.join('')).every((c) => c.words.length > 0)), { seed, numRuns: 3000 })
    for (const hostile of ['$(', '`', '(', 'bash -c "', '<<a\n']) expect(lineCommands(hostile.repeat(1000).slice(0, 2000))).toBeInstanceOf(Array)
  })
})

describe('whether a command line may write', () => {
  it.each(['git status', 'git log --oneline HEAD..origin/main', 'git fetch origin', 'cd x && git diff --stat 2>/dev/null | head', 'git branch -vv', 'git branch', 'git tag -l "v*"', 'git stash list', 'gh pr list --state open', 'rg TODO src', 'find . -name "*.ts"', "sed -n '1,20p' a.ts", 'cat HEARTBEAT.md', 'git remote -v', 'if git diff --quiet; then echo clean; fi', 'cd x'])(
    'no: %s', (line) => expect(mayWrite(line)).toBe(false))
  it.each(['git commit -m x', 'git checkout main', 'git branch wip', 'git tag v1', 'git stash', 'git stash pop', 'git pull', 'npm test', 'echo x > a.ts', 'cat a >> b', 'rm a', 'find . -delete', 'sed -i s/a/b/ x', 'git status && touch x', 'echo $(touch x)', 'git diff --output=x', 'gh pr merge 3', 'git -C x reset --hard', 'bash -c "git add ."', 'git log || rm x', './check.sh', 'sort -o a a'])(
    'maybe: %s', (line) => expect(mayWrite(line)).toBe(true))
})
