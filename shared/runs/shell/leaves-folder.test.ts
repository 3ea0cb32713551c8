import fc from 'fast-check'
import { expect, it } from 'vitest'
import { leavesFolder } from './leaves-folder.ts'

const seed = Math.floor(performance.timeOrigin) % 1_000_000_007
console.log(`leaves folder seed: ${seed}`)
const HERE = '/home/me/src/api'

it.each([
  'git status',
  'git log HEAD..origin/main --oneline',
  'git diff main...HEAD -- src/a.ts',
  'git show HEAD~1:README.md',
  'git log --since="24 hours ago"',
  'cat HEARTBEAT.md | head -5',
  'ls -la src/ && wc -l src/*.ts',
  `cat ${HERE}/README.md`,
  `cd ${HERE} && git status 2>/dev/null`,
  `git -C ${HERE} status`,
  'cd src && ls',
  'rg -n "TODO" src',
  'echo done.',
  'git log -3 --format=%h',
  'cat .gitignore .github/workflows/ci.yml',
])('stays: %s', (line) => expect(leavesFolder(line, HERE)).toBe(false))

it.each([
  'cat /etc/passwd',
  'cat ../other/secret',
  'cat ~/.ssh/id_rsa',
  'cat "$HOME/.ssh/id_rsa"',
  'cat ${HOME}/.ssh/id_rsa',
  'cd && cat .ssh/id_rsa',
  'cd; ls',
  'cd -',
  'git status; cd ..; ls',
  'wc -l < /etc/passwd',
  'wc -l </etc/passwd',
  'wc -l <../x',
  'git -C/etc status',
  'git -C /etc status',
  'git --git-dir=/other/.git log',
  'git --git-dir=../other/.git log',
  'cat .""./secret',
  `cat '..'/secret`,
  'cat \\../secret',
  'cat src/../../secret',
  `cat ${HERE}/../secret`,
  `cat ${HERE}-other/secret`,
  'cat .*/secret',
  'cat .[.]/secret',
  'cat .?/secret',
  'cat {..,src}/secret',
  'cat {/etc/passwd,a}',
  `cat $'\\x2fetc\\x2fpasswd'`,
  'diff --from-file=/etc/passwd a',
  'grep -f/etc/passwd a',
  'grep -rf../x a',
  'echo `cat /etc/passwd`',
  'echo $(cat /etc/passwd)',
  'cat $1',
  'echo "$(<~/x)"',
])('may leave: %s', (line) => expect(leavesFolder(line, HERE)).toBe(true))

it('is seen wherever a path outside is put, quoted and cut in whatever way', () => {
  const outside = fc.constantFrom('/etc/passwd', '../x', '~/.ssh/id', '..')
  const around = fc.constantFrom(
    'cat ',
    'ls src ',
    'git -C ',
    'head -5 ',
    'git diff --no-index a ',
    'a;cat ',
    'a|cat ',
  )
  fc.assert(
    fc.property(outside, around, fc.nat(12), fc.constantFrom('"', "'"), (path, before, at, quote) => {
      // A tilde in quotes is a name, not a home.
      const cut = path.startsWith('~') ? path.length : Math.min(at, path.length)
      const quoted = `${path.slice(0, cut)}${quote}${quote}${path.slice(cut)}`
      expect(leavesFolder(`${before}${quoted}`, HERE)).toBe(true)
    }),
    { seed },
  )
})
