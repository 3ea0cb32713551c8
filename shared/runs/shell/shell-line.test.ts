import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gitWords } from './git-words.ts'
import { lineCommands, mayWrite } from './shell-line.ts'

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
    for (const line of [
      'bash -lc "cd x && CI=1 npm test"',
      'timeout 60 npm test 2>&1 > /dev/null',
      '{ npm test; }',
      'npm test &> out.txt',
      '(npm test)',
    ])
      expect(lineCommands(line).map((c) => c.alone)).toEqual([true])
    for (const line of [
      'npm test &',
      '! npm test',
      '(npm test) &',
      "bash -c 'npm test &'",
      'while npm test; do :; done',
      'npm test; cd x',
      'npm test || true',
    ])
      expect(lineCommands(line)[0]).toMatchObject({ words: ['npm', 'test'], alone: false })
  })

  it('leaves out what stands before the subcommand', () => {
    expect(gitWords(['git', '--no-pager', '-C', '/x', '-c', 'a=b', 'log', '-1'])).toEqual([
      'git',
      'log',
      '-1',
    ])
    expect(gitWords(['npm', '--silent', 'run', 'test'])).toEqual(['npm', '--silent', 'test'])
    expect(gitWords(['npm', '--prefix', 'web', 'run', 'build'])).toEqual(['npm', 'build'])
  })

  it('is total, and linear enough for hostile lines', () => {
    const piece = fc.constantFrom(
      '"',
      "'",
      '`',
      '$(',
      ')',
      '(',
      '<<EOF\n',
      'EOF\n',
      '||',
      '&&',
      ';',
      '>',
      '<',
      '2>&1',
      ' ',
      '\\',
      '\n',
      '#',
      'git',
      'bash -c ',
      'a',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) =>
        lineCommands(pieces.join('')).every((c) => c.words.length > 0),
      ),
      { seed, numRuns: 3000 },
    )
    for (const hostile of ['$(', '`', '(', 'bash -c "', '<<a\n'])
      expect(lineCommands(hostile.repeat(1000).slice(0, 2000))).toBeInstanceOf(Array)
    for (const script of ['p;    ', 's/a/b/; ', '1,2p ; ', '/a/,/b/p;\t'])
      expect(mayWrite(`sed -n '${script.repeat(200).slice(0, 480)}X' f`)).toBe(true)
  })
})

describe('whether a command line may write', () => {
  it.each([
    'git status',
    'git log --oneline HEAD..origin/main',
    'git fetch origin',
    'cd x && git diff --stat 2>/dev/null | head',
    'git branch -vv',
    'git branch',
    'git tag -l "v*"',
    'git stash list',
    'gh pr list --state open',
    'rg TODO src',
    'find . -name "*.ts"',
    "sed -n '1,20p' a.ts",
    'cat HEARTBEAT.md',
    'git remote -v',
    'if git diff --quiet; then echo clean; fi',
    'cd x',
  ])('no: %s', (line) => expect(mayWrite(line)).toBe(false))
  it.each([
    'git commit -m x',
    'git checkout main',
    'git branch wip',
    'git tag v1',
    'git stash',
    'git stash pop',
    'git pull',
    'npm test',
    'echo x > a.ts',
    'cat a >> b',
    'rm a',
    'find . -delete',
    'sed -i s/a/b/ x',
    'git status && touch x',
    'echo $(touch x)',
    'git diff --output=x',
    'gh pr merge 3',
    'git -C x reset --hard',
    'bash -c "git add ."',
    'git log || rm x',
    './check.sh',
    'sort -o a a',
  ])('maybe: %s', (line) => expect(mayWrite(line)).toBe(true))

  it.each([
    'git fetch --all --prune',
    'git fetch origin main',
    'git ls-remote --heads origin',
    "git grep -n 'TODO' -- src",
    'tree -L 2',
    'uniq -c',
    'sort a | uniq -f 1 -c',
    'rg --pretty foo',
    'git -c color.ui=false log',
    'GIT_PAGER=cat git log',
    'git branch -a --contains abc',
    'git branch --merged main',
    'git branch --sort=-committerdate',
    'git tag -n3',
    "sed -n '/a/,/b/p' x",
    "sed -n 's/a/b/gp' x",
    "sed -nE '1p;$p' x",
    "sed -n -e 1p -e '3,5p' x",
    'x=$(git status) && echo "$x"',
  ])('no, still: %s', (line) => expect(mayWrite(line)).toBe(false))
  it.each([
    'git fetch origin +main:main',
    'git fetch . HEAD:x',
    'git fetch --upload-pack=./x origin',
    'git fetch --upload-p=./x origin',
    'git fetch ext::./x',
    'git fetch -u origin',
    'git grep -O./x.sh',
    'git grep -nO./x.sh foo',
    'git grep --open-files-in-pager=./x foo',
    'tree -o out.txt',
    'tree -ao out.txt',
    'uniq a b',
    'uniq -c a b',
    'rg --pre ./x.sh foo',
    'rg --pre=./x.sh foo',
    "sed -n 's/a/b/w out' in",
    "sed -n '1e touch x' f",
    "sed -n '1w out' f",
    "sed -n 's/a/b/e' f",
    'sed -n -f x f',
    'sed -n p -i f',
    'sed -n --in-place p f',
    'git ls-remote --upload-pack=./x .',
    "git ls-remote --exec='touch x' .",
    'git remote -v add evil /x',
    'git remote -v set-url origin /x',
    'git branch -v x',
    'git branch --list --no-list x',
    'git branch -D x',
    'git tag -d x',
    'git tag -a x',
    'sort --compress-program=./x f',
    "git -c core.pager='touch x' log",
    'git --exec-path=. log',
    'git log -p --ext-diff',
    'GIT_EXTERNAL_DIFF=./x git diff',
    'env GIT_EXTERNAL_DIFF=./x git diff',
    'PATH=.:$PATH ls',
    'export GIT_EXTERNAL_DIFF=./x; git diff',
    "env -S 'touch x'",
    'time -o x ls',
    'file -C -m x',
    'git status-x',
    String.raw`echo $'\''; rm -rf x; echo $'\''`,
    'cat <(touch x)',
    'echo ${x:-$(touch x)}',
    '[[ -n $(touch x) ]]',
    'cat <<EOF\n$(touch x)\nEOF',
    'f() { rm x; }; f',
    "git log 'open",
  ])('found by review, maybe: %s', (line) => expect(mayWrite(line)).toBe(true))
})
