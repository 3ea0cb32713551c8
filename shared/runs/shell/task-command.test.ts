import { describe, expect, it } from 'vitest'
import { commandOf, commandsOf } from './task-command.ts'

const argvOf = (text: string) => commandOf(text)?.argv ?? null

describe('commandOf', () => {
  it.each([
    ['Run `npm test`', ['npm', 'test']],
    ['run: `npm test` and report', ['npm', 'test']],
    ['`npm run lint`', ['npm', 'run', 'lint']],
    ['`npm run lint`.', ['npm', 'run', 'lint']],
    ['@09:00 `./backup.sh`', ['./backup.sh']],
    ['In `web`, execute `npm ci`, then `npm test`', ['npm', 'ci']],
    ['Check that `curl -f https://example.org` answers', ['curl', '-f', 'https://example.org']],
    ['Run ``echo `` ', ['echo']],
  ] as const)('finds the command of "%s"', (text, argv) => expect(argvOf(text)).toEqual(argv))

  it.each([
    ['Look into `src/index.ts`'],
    ['Send it through `send_message`'],
    ['Check the CDN'],
    ['Never run `npm publish`'],
    ['Do not run `make`'],
    ["Don't run `make`"],
    ['`run` the tests with `make`'],
    ['Run ` `'],
    ["Run `echo 'open`"],
    ['Run `echo \\`'],
    ['`a` `b`'],
    [''],
  ])('finds none in "%s"', (text) => expect(commandOf(text)).toBeNull())

  it('finds what else could be a command behind it', () => {
    const textsOf = (line: string) => commandsOf(line).map(({ text }) => text)
    expect(textsOf('Run `make lint` and `make test` in `web`')).toEqual(['make lint', 'make test', 'web'])
    expect(textsOf('In `web`, run `npm ci`')).toEqual(['npm ci'])
    expect(textsOf('Never run `make` or `make test`')).toEqual([])
  })

  it('splits words as a POSIX shell would pass them on', () => {
    expect(argvOf('Run `git log --since="24 hours ago" --oneline`')).toEqual([
      'git',
      'log',
      '--since=24 hours ago',
      '--oneline',
    ])
    expect(argvOf(String.raw`Run ` + '`a \'b "c"\' d\\ e "f\\"\\\\g\\h" \'\' ""`')).toEqual([
      'a',
      'b "c"',
      'd e',
      'f"\\g\\h',
      '',
      '',
    ])
    expect(argvOf('Run `git log HEAD..@{u}`')).toEqual(['git', 'log', 'HEAD..@{u}'])
    expect(argvOf('Run `echo a=b c#d e~f !`')).toEqual(['echo', 'a=b', 'c#d', 'e~f', '!'])
    expect(argvOf("Run `grep '$HOME | *' file`")).toEqual(['grep', '$HOME | *', 'file'])
  })

  it.each([
    'a | b',
    'a > b',
    'a < b',
    'a && b',
    'a; b',
    'a &',
    'ls *.ts',
    'ls ?',
    'ls [ab]',
    'echo $HOME',
    'echo "$HOME"',
    'echo $(id)',
    '(cd a)',
    'cp {a,b} c',
    'echo {1..3}',
    'cd ~/x',
    'X=1 make',
    '! true',
    'make # all',
    'echo "`id`"',
  ])('says that "%s" needs a shell', (command) => {
    const span = command.includes('`') ? `\`\` ${command} \`\`` : `\`${command}\``
    expect(commandOf(`Run ${span}`)).toEqual({ text: command, argv: [], needsShell: true })
  })
})
